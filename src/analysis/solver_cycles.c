// Cycles of the constraint graph (Tarjan's components, without recursion), and the order of its nodes.
#include "analysis/solver.h"

#include <stdlib.h>

struct visit {
    uint32_t node, edge;
};

struct search {
    struct solver *solver;
    bool plain_only;  // follow only edges that move nothing
    uint32_t *number; // by node: order of discovery, 0: not yet
    uint32_t *low;
    uint32_t *component; // by node; NO_NODE: not yet known
    uint32_t numbers, components;
    VECTOR(uint32_t) stack;
    VECTOR(struct visit) visits;
    VECTOR(uint32_t)
    finished; // nodes in the order in which their components were completed: reverse topological
};

static void enter(struct search *t, uint32_t node)
{
    t->number[node] = t->low[node] = ++t->numbers;
    vector_push(&t->stack, node);
    vector_push(&t->visits, (struct visit){node, 0});
}

static void leave(struct search *t, uint32_t node)
{
    if (t->low[node] == t->number[node]) {
        uint32_t member;
        do {
            member = vector_pop(&t->stack);
            t->component[member] = t->components;
            vector_push(&t->finished, member);
        } while (member != node);
        t->components++;
    }
    t->visits.size--;
    if (t->visits.size) {
        uint32_t parent = vector_last(&t->visits).node;
        if (t->low[node] < t->low[parent])
            t->low[parent] = t->low[node];
    }
}

static void search_from(struct search *t, uint32_t start)
{
    enter(t, start);
    while (t->visits.size) {
        struct visit *v = &vector_last(&t->visits);
        const struct node *n = &t->solver->nodes.data[v->node];
        if (v->edge == n->edges.size) {
            leave(t, v->node);
            continue;
        }
        const struct edge *e = &n->edges.data[v->edge++];
        if (t->plain_only && e->transform)
            continue;
        uint32_t node = v->node, to = solver_representative(t->solver, e->to);
        if (!t->number[to])
            enter(t, to);
        else if (t->component[to] == NO_NODE && t->number[to] < t->low[node])
            t->low[node] = t->number[to];
    }
}

static void search_all(struct search *t, struct solver *s, bool plain_only)
{
    uint32_t count = s->nodes.size;
    *t = (struct search){.solver = s, .plain_only = plain_only};
    t->number = memory_zalloc(count + 1, sizeof *t->number);
    t->low = memory_zalloc(count + 1, sizeof *t->low);
    t->component = memory_alloc((count + 1) * sizeof *t->component);
    memset(t->component, 0xff, (count + 1) * sizeof *t->component);
    for (uint32_t k = 0; k < count; k++)
        if (s->nodes.data[k].representative == k && !t->number[k])
            search_from(t, k);
}

static void search_free(struct search *t)
{
    memory_free(t->number);
    memory_free(t->low);
    memory_free(t->component);
    vector_free(&t->stack);
    vector_free(&t->visits);
    vector_free(&t->finished);
}

// ---- merging

void solver_merge(struct solver *s, uint32_t from, uint32_t to)
{
    struct node *a = &s->nodes.data[from], *b = &s->nodes.data[to];
    a->representative = to;
    bits_union(&b->points, NULL, &a->points);
    bool idle = bits_empty(&b->fresh);
    bits_union(&b->fresh, NULL, &b->points); // each half's edges and rules have not seen the other's
    if (idle && !bits_empty(&b->fresh))
        solver_mark(s, to);
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
    s->merged++;
}

static void merge_cycles(struct solver *s)
{
    struct search t;
    search_all(&t, s, true);
    for (uint32_t k = 1; k < t.finished.size; k++)
        if (t.component[t.finished.data[k]] == t.component[t.finished.data[k - 1]])
            solver_merge(s, t.finished.data[k], solver_representative(s, t.finished.data[k - 1]));
    search_free(&t);
}

// ---- edges that move pointers, in cycles: p = p + 8 reaches every multiple. A component's nodes get
// potentials, the sum of the moves on a way there; edges that do not fit them show how far a round through
// the component moves. Where every round comes back to the same offset (container_of and back), nothing
// changes.

struct potentials {
    const struct search *search;
    int64_t *value; // by node
    bool *known;
    VECTOR(uint32_t) queue;
};

static uint64_t distance(int64_t x, int64_t y)
{
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

// The greatest stride that all rounds through the component of `start` keep; 0: all stay where they are.
static uint32_t round_stride(struct potentials *p, uint32_t start)
{
    struct solver *s = p->search->solver;
    const uint32_t *component = p->search->component;
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
            if (component[to] != component[node])
                continue;
            if (__builtin_add_overflow(p->value[node], t->add, &there))
                return 1;
            if (!p->known[to]) {
                p->known[to] = true;
                p->value[to] = there;
                vector_push(&p->queue, to);
            }
            stride = greatest_common_divisor(stride, t->stride);
            stride = greatest_common_divisor(stride, distance(p->value[to], there));
        }
    }
    return (uint32_t)stride;
}

static void make_strides(struct solver *s, const struct search *t, uint32_t node, uint32_t stride)
{
    struct node *n = &s->nodes.data[node];
    for (uint32_t k = 0; k < n->edges.size; k++) {
        struct edge *e = &n->edges.data[k];
        struct transform old = s->transforms.data[e->transform];
        if (!old.add || t->component[solver_representative(s, e->to)] != t->component[node])
            continue;
        uint32_t new =
            solver_transform(s, (struct transform){old.add, greatest_common_divisor(old.stride, stride)});
        if (new == e->transform)
            continue;
        e->transform = new;
        bool idle = bits_empty(&n->fresh); // what has flowed flows again, by the new transform
        bits_union(&n->fresh, NULL, &n->points);
        if (idle && !bits_empty(&n->fresh))
            solver_mark(s, node);
    }
}

static void stride_cycles(struct solver *s, const struct search *t)
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
    return a->transform < b->transform ? -1 : a->transform > b->transform;
}

// Edges of merged nodes: those that came to be the same, and loops.
static void tidy_edges(struct solver *s, uint32_t node)
{
    struct node *n = &s->nodes.data[node];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < n->edges.size; k++)
        n->edges.data[k].to = solver_representative(s, n->edges.data[k].to);
    if (n->edges.size > 1)
        qsort(n->edges.data, n->edges.size, sizeof *n->edges.data, by_value);
    for (uint32_t k = 0; k < n->edges.size; k++) {
        struct edge e = n->edges.data[k];
        bool loop = e.to == node && e.transform == 0;
        if (!loop && (kept == 0 || by_value(&n->edges.data[kept - 1], &e)))
            n->edges.data[kept++] = e;
    }
    n->edges.size = kept;
}

// ---- the order

static void set_order(struct solver *s, const struct search *t)
{
    uint32_t count = s->nodes.size;
    memory_free(s->position);
    memory_free(s->dirty);
    s->position = memory_alloc((count + 1) * sizeof *s->position);
    memset(s->position, 0xff, (count + 1) * sizeof *s->position);
    s->position_count = count;
    vector_clear(&s->order);
    for (uint32_t k = t->finished.size; k-- > 0;) {
        s->position[t->finished.data[k]] = s->order.size;
        vector_push(&s->order, t->finished.data[k]);
    }
    s->dirty = memory_zalloc(s->order.size / 64 + 1, sizeof *s->dirty);
    vector_clear(&s->pending);
    for (uint32_t k = 0; k < s->order.size; k++)
        if (!bits_empty(&s->nodes.data[s->order.data[k]].fresh))
            solver_mark(s, s->order.data[k]);
}

void solver_order(struct solver *s)
{
    struct search t;
    uint32_t merged = s->merged;
    merge_cycles(s);
    for (uint32_t k = 0; merged != s->merged && k < s->nodes.size; k++)
        if (s->nodes.data[k].representative == k)
            tidy_edges(s, k);
    search_all(&t, s, false);
    stride_cycles(s, &t);
    set_order(s, &t);
    search_free(&t);
    s->ordered_edges = s->edge_count;
}
