#include "explore/wakeup.h"

void wakeup_init(struct wakeup_pool *pool)
{
    *pool = (struct wakeup_pool){.unused = NO_WAKEUP};
}

void wakeup_free(struct wakeup_pool *pool)
{
    vector_free(&pool->nodes);
}

static void release(struct wakeup_pool *pool, uint32_t node)
{
    pool->nodes.data[node].next = pool->unused;
    pool->unused = node;
}

static uint32_t make(struct wakeup_pool *pool, const struct sequence_item *item)
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
    release(pool, first);
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

// Whether a tree's first event could come first in the sequence, so that the sequence can be explored below
// it; what it stands for is then taken out of the sequence.
static bool take_first(const struct wakeup_node *node, const struct labels *labels, struct sequence *sequence)
{
    uint32_t item = sequence_first(sequence, node->thread);
    if (item == NO_ITEM) // below it, the sequence would be explored for that outcome only
        return stands_for_all(node) && sequence_independent(sequence, labels, node->label);
    uint32_t outcome = sequence->items.data[item].outcome;
    bool same = node->outcome == OUTCOME_ANY || node->outcome == outcome ||
                (node->outcome == OUTCOME_NONE && outcome == OUTCOME_ANY);
    if (!same || !sequence_initial(sequence, item))
        return false;
    sequence_remove(sequence, item);
    return true;
}

static void append(struct wakeup_pool *pool, uint32_t parent, uint32_t *list, uint32_t node)
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

bool wakeup_insert(struct wakeup_pool *pool, uint32_t *list, const struct labels *labels,
                   struct sequence *sequence)
{
    uint32_t parent = NO_WAKEUP, node = *list;
    while (node != NO_WAKEUP) {
        const struct wakeup_node *n = &pool->nodes.data[node];
        if (!take_first(n, labels, sequence)) {
            node = n->next;
            continue;
        }
        if (n->child == NO_WAKEUP || sequence->items.size == 0)
            return false;
        parent = node;
        node = n->child;
    }
    for (uint32_t k = 0; k < sequence->items.size; k++) {
        uint32_t added = make(pool, &sequence->items.data[k]);
        append(pool, parent, list, added);
        parent = added;
    }
    return true;
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
    append(pool, NO_WAKEUP, list, make(pool, &first));
    return true;
}
