#include "explore/wakeup.h"

typedef VECTOR(uint32_t) wakeup_nodes;

void wakeup_init(struct wakeup_pool *pool)
{
    *pool = (struct wakeup_pool){.unused = NO_WAKEUP};
}

void wakeup_free(struct wakeup_pool *pool)
{
    vector_free(&pool->nodes);
}

// A node that is not used leads nowhere: pools are written as they are (frontier_source.c).
static void release_wakeup_node(struct wakeup_pool *pool, uint32_t node)
{
    pool->nodes.data[node].child = NO_WAKEUP;
    pool->nodes.data[node].next = pool->unused;
    pool->unused = node;
}

static uint32_t make_wakeup_node(struct wakeup_pool *pool, const struct sequence_item *item)
{
    struct wakeup_node node = {item->thread, item->outcome, item->label, NO_WAKEUP, NO_WAKEUP};
    uint32_t index = pool->unused;
    if (index == NO_WAKEUP) {
        vector_push(&pool->nodes, node);
        return pool->nodes.size - 1;
    }
    pool->unused = pool->nodes.data[index].next;
    pool->nodes.data[index] = node;
    return index;
}

struct wakeup_node wakeup_pop(struct wakeup_pool *pool, uint32_t *list)
{
    uint32_t first = *list;
    struct wakeup_node node = pool->nodes.data[first];
    *list = node.next;
    release_wakeup_node(pool, first);
    return node;
}

// A tree is as deep as an execution is long: the children of a node are put before what is left of the list,
// so that nothing nests. Each list is walked to its end once.
void wakeup_drop(struct wakeup_pool *pool, uint32_t *list)
{
    while (*list != NO_WAKEUP) {
        uint32_t child = wakeup_pop(pool, list).child;
        if (child == NO_WAKEUP)
            continue;
        uint32_t last = child;
        while (pool->nodes.data[last].next != NO_WAKEUP)
            last = pool->nodes.data[last].next;
        pool->nodes.data[last].next = *list;
        *list = child;
    }
}

// Whether all outcomes of the tree's first event are explored, not one of them only.
static bool stands_for_all(const struct wakeup_node *node)
{
    return node->outcome == OUTCOME_ANY || node->outcome == OUTCOME_NONE;
}

bool wakeup_begins_with_any(const struct wakeup_pool *pool, uint32_t list)
{
    return stands_for_all(&pool->nodes.data[list]);
}

// Drops the trees of one list that begin with one of several outcomes, and appends the others to `kept`.
static void drop_outcomes(struct wakeup_pool *pool, uint32_t *list, wakeup_nodes *kept)
{
    while (*list != NO_WAKEUP) {
        uint32_t node = *list;
        if (stands_for_all(&pool->nodes.data[node])) {
            vector_push(kept, node);
            list = &pool->nodes.data[node].next;
            continue;
        }
        struct wakeup_node dropped = wakeup_pop(pool, list);
        wakeup_drop(pool, &dropped.child);
    }
}

void wakeup_drop_outcomes(struct wakeup_pool *pool, uint32_t *list)
{
    wakeup_nodes left = {0};
    drop_outcomes(pool, list, &left);
    while (left.size)
        drop_outcomes(pool, &pool->nodes.data[vector_pop(&left)].child, &left);
    vector_free(&left);
}

// Whether a tree's first event could come first in the sequence, so that the sequence can be explored below
// it; what it stands for is then taken out of the sequence.
static bool take_first(const struct wakeup_node *node, const struct labels *labels, struct sequence *sequence)
{
    uint32_t item = sequence_first(sequence, node->thread);
    if (item == NO_ITEM) {
        // Below it, the sequence would be explored for that outcome only.
        return stands_for_all(node) && sequence_independent(sequence, labels, node->label);
    }
    uint32_t outcome = sequence->items.data[item].outcome;
    bool same = node->outcome == OUTCOME_ANY || node->outcome == outcome ||
                (node->outcome == OUTCOME_NONE && outcome == OUTCOME_ANY);
    if (!same || !sequence_initial(sequence, item))
        return false;
    sequence_remove(sequence, item);
    return true;
}

static void append_wakeup_node(struct wakeup_pool *pool, uint32_t parent, uint32_t *list, uint32_t node)
{
    uint32_t last = parent == NO_WAKEUP ? *list : pool->nodes.data[parent].child;
    while (last != NO_WAKEUP && pool->nodes.data[last].next != NO_WAKEUP)
        last = pool->nodes.data[last].next;
    if (last != NO_WAKEUP)
        pool->nodes.data[last].next = node;
    else if (parent == NO_WAKEUP)
        *list = node;
    else
        pool->nodes.data[parent].child = node;
}

// How far a sequence is in the trees: *parent is the last node of it, what follows is left in the sequence.
// True: all that has to be explored of it is there.
static bool leads_to(const struct wakeup_pool *pool, uint32_t list, const struct labels *labels,
                     struct sequence *sequence, uint32_t *parent)
{
    uint32_t node = list;
    *parent = NO_WAKEUP;
    while (node != NO_WAKEUP) {
        const struct wakeup_node *n = &pool->nodes.data[node];
        if (!take_first(n, labels, sequence)) {
            node = n->next;
            continue;
        }
        if (n->child == NO_WAKEUP || sequence->items.size == 0)
            return true;
        *parent = node;
        node = n->child;
    }
    return false;
}

bool wakeup_leads_to(const struct wakeup_pool *pool, uint32_t list, const struct labels *labels,
                     struct sequence *sequence)
{
    uint32_t parent;
    return leads_to(pool, list, labels, sequence, &parent);
}

bool wakeup_insert(struct wakeup_pool *pool, uint32_t *list, const struct labels *labels,
                   struct sequence *sequence)
{
    uint32_t parent;
    if (leads_to(pool, *list, labels, sequence, &parent))
        return false;
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        uint32_t added = make_wakeup_node(pool, &sequence->items.data[k]);
        append_wakeup_node(pool, parent, list, added);
        parent = added;
    }
    return true;
}

// Drops all trees of the list that begin with the thread, but for the first one's root. NO_WAKEUP: there is
// none.
static uint32_t keep_root(struct wakeup_pool *pool, uint32_t *list, uint32_t thread)
{
    uint32_t kept = NO_WAKEUP;
    while (*list != NO_WAKEUP) {
        uint32_t node = *list;
        if (pool->nodes.data[node].thread != thread || kept == NO_WAKEUP) {
            if (pool->nodes.data[node].thread == thread)
                kept = node;
            list = &pool->nodes.data[node].next;
            continue;
        }
        struct wakeup_node dropped = wakeup_pop(pool, list);
        wakeup_drop(pool, &dropped.child);
    }
    return kept;
}

void wakeup_insert_free(struct wakeup_pool *pool, uint32_t *list, uint32_t thread)
{
    const struct sequence_item any = {.thread = thread, .outcome = OUTCOME_ANY, .label = LABEL_ALL};
    uint32_t root = keep_root(pool, list, thread);
    if (root == NO_WAKEUP) {
        append_wakeup_node(pool, NO_WAKEUP, list, make_wakeup_node(pool, &any));
        return;
    }
    struct wakeup_node *node = &pool->nodes.data[root];
    wakeup_drop(pool, &node->child);
    node->outcome = OUTCOME_ANY;
    node->label = LABEL_ALL;
}

uint32_t wakeup_root_among(const struct wakeup_pool *pool, uint32_t list, const struct thread_set *threads)
{
    while (list != NO_WAKEUP && !thread_set_has(threads, pool->nodes.data[list].thread))
        list = pool->nodes.data[list].next;
    return list;
}

bool wakeup_is_free(const struct wakeup_pool *pool, uint32_t root)
{
    const struct wakeup_node *node = &pool->nodes.data[root];
    return node->outcome == OUTCOME_ANY && node->child == NO_WAKEUP;
}

bool wakeup_insert_first(struct wakeup_pool *pool, uint32_t *list, const struct sequence *sequence)
{
    for (uint32_t node = *list; node != NO_WAKEUP; node = pool->nodes.data[node].next) {
        const struct wakeup_node *n = &pool->nodes.data[node];
        uint32_t item = sequence_first(sequence, n->thread);
        if (item != NO_ITEM && stands_for_all(n) && sequence_initial(sequence, item))
            return false;
    }
    struct sequence_item first = sequence->items.data[0];
    first.outcome = OUTCOME_ANY;
    first.label = LABEL_ALL;
    append_wakeup_node(pool, NO_WAKEUP, list, make_wakeup_node(pool, &first));
    return true;
}
