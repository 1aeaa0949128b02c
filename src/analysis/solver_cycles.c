// Cycles of the constraint graph (Tarjan's components, without recursion), and the order of its nodes.
#include "analysis/solver.h"

#include "base/bit_array.h"

#include <stdlib.h>

struct cycle_visit {
    uint32_t node, edge;
};

struct cycle_node {
    uint32_t number; // order of discovery, 0: not yet
    uint32_t low;
    uint32_t component; // NO_NODE: not yet known
};

struct cycle_search {
    struct solver *solver;
    bool plain_only; // follow only edges that move nothing
    struct cycle_node *nodes;
    uint32_t numbers, components;
    VECTOR(uint32_t) stack;
    VECTOR(struct cycle_visit) visits;
    VECTOR(uint32_t)
    finished; // nodes in the order in which their components were completed: reverse topological
};

static void enter_node(struct cycle_search *t, uint32_t node)
{
    t->nodes[node] = (struct cycle_node){t->numbers + 1, t->numbers + 1, NO_NODE};
    t->numbers++;
    vector_push(&t->stack, node);
    vector_push(&t->visits, (struct cycle_visit){node, 0});
}

static void leave_node(struct cycle_search *t, uint32_t node)
{
    struct cycle_node *n = &t->nodes[node];
    if (n->low == n->number) {
        uint32_t member;
        do {
            member = vector_pop(&t->stack);
            t->nodes[member].component = t->components;
            vector_push(&t->finished, member);
        } while (member != node);
        t->components++;
    }
    t->visits.size--;
    if (t->visits.size) {
        struct cycle_node *parent = &t->nodes[vector_last(&t->visits).node];
        if (n->low < parent->low)
            parent->low = n->low;
    }
}

static void visit_cycles_from(struct cycle_search *t, uint32_t start)
{
    enter_node(t, start);
    while (t->visits.size) {
        struct cycle_visit *v = &vector_last(&t->visits);
        const struct node *n = &t->solver->nodes.data[v->node];
        if (v->edge == n->edges.size) {
            leave_node(t, v->node);
            continue;
        }
        const struct edge *e = &n->edges.data[v->edge++];
        if (t->plain_only && e->transform)
            continue;
        uint32_t node = v->node, to = solver_representative(t->solver, e->to);
        const struct cycle_node *there = &t->nodes[to];
        if (!there->number)
            enter_node(t, to);
        else if (there->component == NO_NODE && there->number < t->nodes[node].low)
            t->nodes[node].low = there->number;
    }
}

static void search_all_cycles(struct cycle_search *t, struct solver *s, bool plain_only)
{
    uint32_t count = s->nodes.size;
    *t = (struct cycle_search){.solver = s, .plain_only = plain_only};
    t->nodes = memory_zalloc(count + 1, sizeof *t->nodes);
    for (uint32_t k = 0; k < count; k++)
        if (solver_is_representative(s, k) && !t->nodes[k].number)
            visit_cycles_from(t, k);
}

static uint32_t component_of(const struct cycle_search *t, uint32_t node)
{
    return t->nodes[node].component;
}

static void cycle_search_free(struct cycle_search *t)
{
    memory_free(t->nodes);
    vector_free(&t->stack);
    vector_free(&t->visits);
    vector_free(&t->finished);
}

// ---- merging

// Makes `from` and what flows into and out of it part of `to`; both are representatives.
static void solver_merge(struct solver *s, uint32_t from, uint32_t to)
{
    struct node *a = &s->nodes.data[from], *b = &s->nodes.data[to];
    s->representatives.data[from] = to;
    bool idle = bits_empty(&b->fresh) && !b->new_edges;
    struct bits only = {0}; // each half's edges and rules have not seen what only the other had
    bits_subtract(&only, &b->points, &a->points);
    bits_union(&b->fresh, NULL, &only);
    bits_free(&only);
    bits_union(&b->points, &b->fresh, &a->points);
    bits_union(&b->fresh, NULL, &a->fresh);
    b->new_edges |= a->new_edges;
    if (idle && (!bits_empty(&b->fresh) || b->new_edges))
        solver_mark(s, to);
    if (bits_empty(&b->waiting) && !bits_empty(&a->waiting))
        vector_push(&s->waiting, to);
    bits_union(&b->waiting, NULL, &a->waiting);
    bits_free(&a->waiting);
    b->unshared |= a->unshared;
    for (uint32_t k = 0; k < a->edges.size; k++)
        vector_push(&b->edges, a->edges.data[k]);
    if (a->first_rule != NO_RULE) {
        if (b->first_rule == NO_RULE)
            b->first_rule = a->first_rule;
        else
            s->rules.data[b->last_rule].next = a->first_rule;
        b->last_rule = a->last_rule;
    }
    bits_free(&a->points);
    bits_free(&a->fresh);
    vector_free(&a->edges);
    solver_widen(s, to, a->wide);
    s->merged++;
}

static void merge_cycles(struct solver *s)
{
    struct cycle_search t;
    search_all_cycles(&t, s, true);
    for (uint32_t k = 1; k < t.finished.size; k++)
        if (component_of(&t, t.finished.data[k]) == component_of(&t, t.finished.data[k - 1]))
            solver_merge(s, t.finished.data[k], solver_representative(s, t.finished.data[k - 1]));
    cycle_search_free(&t);
}

// Large sets that are equal now will hardly differ much in the end: their nodes become one, so that work is
// not done again for each of many similar functions and objects. That can add places, never lose one.
struct large_set {
    uint64_t hash;
    uint32_t node;
};

static int by_hash(const void *x, const void *y)
{
    const struct large_set *a = x, *b = y;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void merge_equal_sets(struct solver *s)
{
    enum { LARGE = 48 };
    VECTOR(struct large_set) sets = {0};
    for (uint32_t k = 0; k < s->nodes.size; k++) {
        const struct node *n = &s->nodes.data[k];
        if (solver_is_representative(s, k) && bits_reach(&n->points, LARGE))
            vector_push(&sets, (struct large_set){bits_hash(&n->points), k});
    }
    if (sets.size > 1)
        qsort(sets.data, sets.size, sizeof *sets.data, by_hash);
    for (uint32_t k = 1, first = 0; k < sets.size; k++) {
        if (sets.data[k].hash != sets.data[first].hash)
            first = k;
        else if (bits_equal(&s->nodes.data[sets.data[k].node].points,
                            &s->nodes.data[sets.data[first].node].points))
            solver_merge(s, sets.data[k].node, sets.data[first].node);
    }
    vector_free(&sets);
}

// ---- edges that move pointers, in cycles: p = p + 8 reaches every multiple. A component's nodes get
// potentials, the sum of the moves on a way there; edges that do not fit them show how far a round through
// the component moves. Where every round comes back to the same offset (container_of and back), nothing
// changes.

struct potentials {
    const struct cycle_search *search;
    int64_t *value; // by node
    bool *known;
    VECTOR(uint32_t) queue;
};

static uint64_t value_distance(int64_t x, int64_t y)
{
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

// The greatest stride that all rounds through the component of `start` keep; 0: all stay where they are.
static uint32_t round_stride(struct potentials *p, uint32_t start)
{
    struct solver *s = p->search->solver;
    uint64_t stride = 0;
    vector_clear(&p->queue);
    vector_push(&p->queue, start);
    p->known[start] = true;
    for (uint32_t q = 0; q < p->queue.size; q++) {
        uint32_t node = p->queue.data[q];
        const struct node *n = &s->nodes.data[node];
        for (uint32_t k = 0; k < n->edges.size; k++) {
            uint32_t to = solver_representative(s, n->edges.data[k].to);
            const struct transform *t = &s->transforms.data[n->edges.data[k].transform];
            int64_t there;
            if (component_of(p->search, to) != component_of(p->search, node))
                continue;
            if (__builtin_add_overflow(p->value[node], t->add, &there))
                return 1;
            if (!p->known[to]) {
                p->known[to] = true;
                p->value[to] = there;
                vector_push(&p->queue, to);
            }
            stride = greatest_common_divisor(stride, t->stride);
            stride = greatest_common_divisor(stride, value_distance(p->value[to], there));
        }
    }
    return (uint32_t)stride;
}

static void make_strides(struct solver *s, const struct cycle_search *t, uint32_t node, uint32_t stride)
{
    struct node *n = &s->nodes.data[node];
    for (uint32_t k = 0; k < n->edges.size; k++) {
        struct edge *e = &n->edges.data[k];
        struct transform old = s->transforms.data[e->transform];
        if (!old.add || component_of(t, solver_representative(s, e->to)) != component_of(t, node))
            continue;
        uint32_t new =
            solver_transform(s, (struct transform){old.add, greatest_common_divisor(old.stride, stride)});
        if (new == e->transform)
            continue;
        e->transform = new & 0x7fffffffu;
        e->flowed = false; // what has flowed flows again, by the new transform
        n->new_edges = true;
    }
}

static void stride_cycles(struct solver *s, const struct cycle_search *t)
{
    struct potentials p = {.search = t};
    p.value = memory_zalloc(s->nodes.size + 1, sizeof *p.value);
    p.known = memory_zalloc(s->nodes.size + 1, sizeof *p.known);
    for (uint32_t k = 0; k < t->finished.size; k++) {
        if (p.known[t->finished.data[k]])
            continue;
        uint32_t stride = round_stride(&p, t->finished.data[k]);
        for (uint32_t q = 0; stride && q < p.queue.size; q++)
            make_strides(s, t, p.queue.data[q], stride);
    }
    memory_free(p.value);
    memory_free(p.known);
    vector_free(&p.queue);
}

static int by_value(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->transform != b->transform)
        return a->transform < b->transform ? -1 : 1;
    return b->flowed - a->flowed; // the one that has flowed comes first
}

static bool are_sorted(const struct node *n)
{
    for (uint32_t k = 1; k < n->edges.size; k++)
        if (by_value(&n->edges.data[k - 1], &n->edges.data[k]) > 0)
            return false;
    return true;
}

// Edges of merged nodes: those that came to be the same, and loops.
static void tidy_edges(struct solver *s, uint32_t node)
{
    struct node *n = &s->nodes.data[node];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < n->edges.size; k++)
        n->edges.data[k].to = solver_representative(s, n->edges.data[k].to);
    if (!are_sorted(n))
        qsort(n->edges.data, n->edges.size, sizeof *n->edges.data, by_value);
    for (uint32_t k = 0; k < n->edges.size; k++) {
        struct edge e = n->edges.data[k];
        bool loop = e.to == node && e.transform == 0;
        bool same = kept > 0 && n->edges.data[kept - 1].to == e.to &&
                    n->edges.data[kept - 1].transform == e.transform;
        if (!loop && !same)
            n->edges.data[kept++] = e;
    }
    n->edges.size = kept;
}

// ---- the order

static void set_order(struct solver *s, const struct cycle_search *t)
{
    uint32_t count = s->nodes.size;
    memory_free(s->position);
    memory_free(s->dirty);
    s->position = NULL; // what follows may fail
    s->dirty = NULL;
    s->position = memory_alloc((count + 1) * sizeof *s->position);
    memset(s->position, 0xff, (count + 1) * sizeof *s->position);
    s->position_count = count;
    vector_clear(&s->order);
    for (uint32_t k = t->finished.size; k-- > 0;) {
        s->position[t->finished.data[k]] = s->order.size;
        vector_push(&s->order, t->finished.data[k]);
    }
    s->dirty = bit_array_new(s->order.size);
    vector_clear(&s->pending);
    for (uint32_t k = 0; k < s->order.size; k++)
        if (!bits_empty(&s->nodes.data[s->order.data[k]].fresh) || s->nodes.data[s->order.data[k]].new_edges)
            solver_mark(s, s->order.data[k]);
}

void solver_order(struct solver *s)
{
    struct cycle_search t;
    uint32_t merged = s->merged;
    merge_cycles(s);
    merge_equal_sets(s);
    for (uint32_t k = 0; k < s->nodes.size; k++)
        if (solver_is_representative(s, k) && (merged != s->merged || s->nodes.data[k].unshared)) {
            tidy_edges(s, k);
            solver_share_rules(s, k);
            s->nodes.data[k].unshared = false;
        }
    search_all_cycles(&t, s, false);
    stride_cycles(s, &t);
    set_order(s, &t);
    cycle_search_free(&t);
    s->ordered_edges = s->edges.used;
}
