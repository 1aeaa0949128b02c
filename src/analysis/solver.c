#include "analysis/solver.h"

#include "base/bit_array.h"
#include "base/hash.h"

// More different ones become one that moves anywhere: they are searched for one by one.
enum { MOST_TRANSFORMS = 4096 };
// Nodes that point to more parts of objects than this are made wide.
enum { MOST_PARTS_OF_NODE = 128 };

// ---- nodes

uint32_t solver_representative(struct solver *s, uint32_t node)
{
    uint32_t *of = s->representatives.data;
    while (of[node] != node) {
        of[node] = of[of[node]];
        node = of[node];
    }
    return node;
}

uint32_t solver_nodes(struct solver *s, uint32_t count)
{
    uint32_t first = s->nodes.size;
    vector_reserve(&s->nodes, (uint64_t)first + count);
    vector_reserve(&s->representatives, (uint64_t)first + count);
    for (uint32_t k = 0; k < count; k++) {
        s->nodes.data[first + k] = (struct node){.first_rule = NO_RULE, .last_rule = NO_RULE};
        s->representatives.data[first + k] = first + k;
    }
    s->nodes.size += count;
    s->representatives.size += count;
    return first;
}

// The node has something to propagate.
void solver_mark(struct solver *s, uint32_t node)
{
    uint32_t at = node < s->position_count ? s->position[node] : NO_NODE;
    if (at == NO_NODE)
        vector_push(&s->pending, node);
    else
        bit_array_add(s->dirty, at);
}

// Adds the whole objects of a set to `wholes`.
static void add_wholes(const struct solver *s, struct bits *wholes, const struct bits *set)
{
    struct bits dense = bits_below(set, FIRST_PART);
    bits_union(wholes, NULL, &dense);
    struct bits_iterator i = bits_begin_at(set, dense.size);
    uint32_t place;
    while (bits_next(&i, &place))
        bits_add(wholes, objects_whole(s->objects, place));
}

static bool set_has_parts(const struct bits *set)
{
    return set->size && set->data[set->size - 1].index >= FIRST_PART / 64;
}

static bool has_many_parts(const struct bits *set)
{
    if (set->size <= MOST_PARTS_OF_NODE / 64)
        return false;
    uint32_t count = 0;
    for (uint32_t k = bits_find(set, FIRST_PART); k < set->size; k++)
        count += (uint32_t)__builtin_popcountll(set->data[k].bits);
    return count > MOST_PARTS_OF_NODE;
}

void solver_widen(struct solver *s, uint32_t node, bool also)
{
    struct node *n = &s->nodes.data[node];
    if (n->wide ? !set_has_parts(&n->points) : !also && !has_many_parts(&n->points))
        return;
    bool idle = bits_empty(&n->fresh) && !n->new_edges;
    struct bits points = {0}, fresh = {0}, waiting = {0};
    add_wholes(s, &points, &n->points);
    bits_subtract(&fresh, &points, &n->points); // a whole that is new stands for the parts that are
    struct bits old_fresh = bits_below(&n->fresh, FIRST_PART);
    bits_union(&fresh, NULL, &old_fresh);
    struct bits old_waiting = bits_below(&n->waiting, FIRST_PART);
    bits_union(&waiting, NULL, &old_waiting);
    bits_free(&n->points);
    bits_free(&n->fresh);
    bits_free(&n->waiting);
    n->points = points;
    n->fresh = fresh;
    n->waiting = waiting;
    n->unshared |= !n->wide;
    n->wide = true;
    if (idle && !bits_empty(&n->fresh))
        solver_mark(s, node);
}

void solver_add_place(struct solver *s, uint32_t node, uint32_t place)
{
    node = solver_representative(s, node);
    struct node *n = &s->nodes.data[node];
    if (n->wide)
        place = objects_whole(s->objects, place);
    if (!bits_add(&n->points, place))
        return;
    if (bits_empty(&n->fresh))
        solver_mark(s, node);
    bits_add(&n->fresh, place);
    solver_widen(s, node, false);
}

static void add_set(struct solver *s, uint32_t node, const struct bits *set)
{
    struct node *n = &s->nodes.data[node];
    bool idle = bits_empty(&n->fresh);
    struct bits wholes = {0};
    if (n->wide && set_has_parts(set)) {
        add_wholes(s, &wholes, set);
        set = &wholes;
    }
    if (bits_union(&n->points, &n->fresh, set)) {
        if (idle)
            solver_mark(s, node);
        solver_widen(s, node, false);
    }
    bits_free(&wholes);
}

const struct bits *solver_points(struct solver *s, uint32_t node)
{
    return &s->nodes.data[solver_representative(s, node)].points;
}

// ---- edges

static bool is_transform(const struct solver *s, uint32_t number, struct transform t)
{
    return s->transforms.data[number].add == t.add && s->transforms.data[number].stride == t.stride;
}

uint32_t solver_transform(struct solver *s, struct transform t)
{
    if (t.stride == ANY_OFFSET_STRIDE)
        t.add = 0;
    else if (t.stride)
        t.add %= t.stride;
    if (is_transform(s, s->last_transform, t))
        return s->last_transform;
    for (uint32_t k = 0; k < s->transforms.size; k++)
        if (is_transform(s, k, t))
            return s->last_transform = k;
    if (s->transforms.size >= MOST_TRANSFORMS && t.stride != ANY_OFFSET_STRIDE)
        return solver_transform(s, TRANSFORM_ANY);
    vector_push(&s->transforms, t);
    vector_push(&s->moves, (struct moves){0});
    return s->transforms.size - 1;
}

static uint32_t moved_part(struct solver *s, uint32_t transform, uint32_t place)
{
    struct moves *m = &s->moves.data[transform];
    uint32_t part = place - FIRST_PART;
    while (m->size <= part)
        vector_push(m, NO_NODE);
    if (m->data[part] == NO_NODE)
        m->data[part] = objects_move(s->objects, place, s->transforms.data[transform]);
    return m->data[part];
}

// The set of the moved places: parts by way of a dense one; wholes stay.
static void move_set(struct solver *s, const struct bits *set, uint32_t transform, struct bits *result)
{
    struct bits wholes = bits_below(set, FIRST_PART);
    bits_union(result, NULL, &wholes);
    struct bits_iterator i = bits_begin_at(set, wholes.size);
    uint32_t place, low = UINT32_MAX, high = 0;
    while (bits_next(&i, &place)) {
        uint32_t to = moved_part(s, transform, place);
        if (!objects_is_part(to)) {
            bits_add(result, to);
            continue;
        }
        to -= FIRST_PART;
        uint32_t word = to / 64;
        if (word >= s->scratch_words) {
            uint32_t words = 2 * word + 64;
            s->scratch = memory_resize(s->scratch, words * sizeof *s->scratch);
            memset(s->scratch + s->scratch_words, 0, (words - s->scratch_words) * sizeof *s->scratch);
            s->scratch_words = words;
        }
        bit_array_add(s->scratch, to);
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    for (uint32_t w = low; low != UINT32_MAX && w <= high; w++)
        if (s->scratch[w]) {
            vector_push(result, (struct bits_word){FIRST_PART / 64 + w, s->scratch[w]});
            s->scratch[w] = 0;
        }
}

// What flows along an edge.
static void flow_along_edge(struct solver *s, const struct bits *set, const struct edge *e)
{
    uint32_t to = solver_representative(s, e->to);
    if (e->transform == 0) {
        if (set != &s->nodes.data[to].points)
            add_set(s, to, set);
        return;
    }
    struct bits result = {0};
    move_set(s, set, e->transform, &result);
    add_set(s, to, &result);
    bits_free(&result);
}

static bool edge_is_free(const struct edge_key *key)
{
    return !key->from && !key->to && !key->transform;
}

// The slot of that edge, or the free one where it belongs.
static struct edge_key *edge_slot(const struct edge_set *set, const struct edge_key *key)
{
    uint64_t at = hash_combine((uint64_t)key->from << 32 | key->to, key->transform);
    for (;; at++) {
        struct edge_key *slot = &set->slots[at & (set->size - 1)];
        if (edge_is_free(slot) ||
            (slot->from == key->from && slot->to == key->to && slot->transform == key->transform))
            return slot;
    }
}

static void grow_edges(struct edge_set *set)
{
    struct edge_set new = {.size = set->size ? memory_doubled(set->size) : 1024, .used = set->used};
    new.slots = memory_zalloc(new.size, sizeof *new.slots);
    for (uint32_t k = 0; k < set->size; k++)
        if (!edge_is_free(&set->slots[k]))
            *edge_slot(&new, &set->slots[k]) = set->slots[k];
    memory_free(set->slots);
    *set = new;
}

// False: it was there.
static bool edge_is_new(struct solver *s, struct edge_key key)
{
    if (2 * (uint64_t)(s->edges.used + 1) > s->edges.size)
        grow_edges(&s->edges);
    struct edge_key *slot = edge_slot(&s->edges, &key);
    if (!edge_is_free(slot))
        return false;
    *slot = key;
    s->edges.used++;
    return true;
}

void solver_add_edge(struct solver *s, uint32_t from, uint32_t to, struct transform transform)
{
    uint32_t t = solver_transform(s, transform);
    from = solver_representative(s, from);
    to = solver_representative(s, to);
    if (from == to && t == 0)
        return;
    if (!edge_is_new(s, (struct edge_key){from, to, t}))
        return;
    struct node *n = &s->nodes.data[from];
    vector_push(&n->edges, (struct edge){.to = to, .transform = t & 0x7fffffffu});
    bool idle = bits_empty(&n->fresh) && !n->new_edges;
    n->new_edges = true;
    if (idle && !bits_empty(&n->points))
        solver_mark(s, from);
}

// ---- rules

void solver_add_rule(struct solver *s, uint32_t node, struct solver_rule rule)
{
    struct node *n = &s->nodes.data[solver_representative(s, node)];
    uint32_t number = s->rules.size;
    rule.next = NO_RULE;
    vector_push(&s->rules, rule);
    if (n->first_rule == NO_RULE)
        n->first_rule = number;
    else
        s->rules.data[n->last_rule].next = number;
    n->last_rule = number;
    if (bits_empty(&n->points))
        return;
    struct bits copy = {0};
    bits_union(&copy, NULL, &n->points);
    s->apply(s->context, rule, &copy);
    bits_free(&copy);
}

// ---- solving

// Along the edges; the rules come later.
static void propagate_node(struct solver *s, uint32_t node)
{
    struct bits set = s->nodes.data[node].fresh;
    s->nodes.data[node].fresh = (struct bits){0};
    s->nodes.data[node].new_edges = false;
    for (uint32_t k = 0; k < s->nodes.data[node].edges.size; k++) {
        struct edge *e = &s->nodes.data[node].edges.data[k];
        bool flowed = e->flowed;
        e->flowed = true;
        if (!flowed || !bits_empty(&set))
            flow_along_edge(s, flowed ? &set : &s->nodes.data[node].points, e);
    }
    if (s->nodes.data[node].first_rule != NO_RULE && !bits_empty(&set)) {
        if (bits_empty(&s->nodes.data[node].waiting))
            vector_push(&s->waiting, node);
        bits_union(&s->nodes.data[node].waiting, NULL, &set);
    }
    bits_free(&set);
}

static void sweep_dirty_nodes(struct solver *s)
{
    for (uint32_t w = 0; w < (s->order.size + 63) / 64; w++)
        while (s->dirty[w]) {
            uint32_t at = w * 64 + (uint32_t)__builtin_ctzll(s->dirty[w]);
            s->dirty[w] &= s->dirty[w] - 1;
            propagate_node(s, s->order.data[at]);
        }
    for (uint32_t k = 0; k < s->pending.size; k++) { // made since the order was found
        propagate_node(s, solver_representative(s, s->pending.data[k]));
    }
    vector_clear(&s->pending);
}

static bool any_dirty(const struct solver *s)
{
    for (uint32_t w = 0; w < (s->order.size + 63) / 64; w++)
        if (s->dirty[w])
            return true;
    return s->pending.size > 0;
}

// Whether so much has changed that the order (and cycles) should be found anew.
static bool order_is_old(const struct solver *s)
{
    enum { PART = 16 };
    return !s->position || s->edges.used - s->ordered_edges > s->ordered_edges / PART ||
           s->pending.size > s->order.size / PART;
}

// Rules may add anything anywhere.
static void apply_rules(struct solver *s)
{
    for (uint32_t k = 0; k < s->waiting.size; k++) {
        uint32_t node = solver_representative(s, s->waiting.data[k]);
        struct bits set = s->nodes.data[node].waiting;
        s->nodes.data[node].waiting = (struct bits){0};
        uint32_t r = s->nodes.data[node].first_rule, last = s->nodes.data[node].last_rule;
        for (; r != NO_RULE && !bits_empty(&set); r = r == last ? NO_RULE : s->rules.data[r].next)
            s->apply(s->context, s->rules.data[r], &set); // those added meanwhile have seen all
        bits_free(&set);
    }
    vector_clear(&s->waiting);
}

// How many places rules have to be applied to.
static uint64_t work_ahead(const struct solver *s)
{
    uint64_t places = 0;
    for (uint32_t k = 0; k < s->waiting.size; k++)
        places += bits_count(&s->nodes.data[s->waiting.data[k]].waiting);
    return places;
}

void solver_run(struct solver *s)
{
    do {
        if (order_is_old(s))
            solver_order(s);
        while (any_dirty(s))
            sweep_dirty_nodes(s);
        if (work_ahead(s) > s->nodes.size / 4) // merge what is equal now, before each is worked on for itself
            solver_order(s);
        apply_rules(s);
    } while (any_dirty(s) || s->waiting.size);
}

void solver_forget_edges(struct solver *s)
{
    memory_free(s->edges.slots);
    s->edges = (struct edge_set){0};
}

// ---- life

void solver_init(struct solver *s, struct objects *objects, rule_function *apply, void *context)
{
    *s = (struct solver){.objects = objects, .apply = apply, .context = context};
    vector_push(&s->transforms, (struct transform){0, 0});
    vector_push(&s->moves, (struct moves){0});
}

void solver_free(struct solver *s)
{
    for (uint32_t k = 0; k < s->nodes.size; k++) {
        bits_free(&s->nodes.data[k].points);
        bits_free(&s->nodes.data[k].fresh);
        bits_free(&s->nodes.data[k].waiting);
        vector_free(&s->nodes.data[k].edges);
    }
    vector_free(&s->nodes);
    vector_free(&s->representatives);
    vector_free(&s->rules);
    vector_free(&s->transforms);
    for (uint32_t k = 0; k < s->moves.size; k++)
        vector_free(&s->moves.data[k]);
    vector_free(&s->moves);
    memory_free(s->scratch);
    solver_forget_edges(s);
    vector_free(&s->order);
    memory_free(s->position);
    memory_free(s->dirty);
    vector_free(&s->pending);
    vector_free(&s->waiting);
}
