// Natural loops, and where loops are left, at every depth of nesting.
#include "analysis/flow.h"
#include "base/bit_array.h"

// ---- natural loops

// Adds the nodes from which `node` is reached without passing a node of the loop.
static void add_before(const struct flow *flow, uint64_t *loop, uint32_t node)
{
    VECTOR(uint32_t) stack = {0};
    const struct graph *before = &flow->before;
    if (bit_array_add(loop, node))
        vector_push(&stack, node);
    while (stack.size) {
        uint32_t n = vector_pop(&stack);
        for (uint32_t k = before->starts[n]; k < before->starts[n + 1]; k++)
            if (flow->reachable[before->targets[k]] && bit_array_add(loop, before->targets[k]))
                vector_push(&stack, before->targets[k]);
    }
    vector_free(&stack);
}

uint64_t *flow_natural_loop(const struct flow *flow, uint32_t head)
{
    uint64_t *loop = NULL;
    for (uint32_t k = flow->before.starts[head]; k < flow->before.starts[head + 1]; k++) {
        uint32_t latch = flow->before.targets[k];
        if (!flow->reachable[latch] || !graph_tree_above(&flow->dominator_tree, head, latch))
            continue;
        if (!loop) {
            loop = bit_array_new(flow->count);
            bit_array_add(loop, head);
        }
        add_before(flow, loop, latch);
    }
    return loop;
}

// ---- exits

struct loops {
    const struct flow *flow;
    VECTOR(struct graph_edge) edges; // of the present depth: those that close loops further out are gone
    bool *leaves;
};

static void collect_edges(struct loops *l)
{
    const struct graph *next = &l->flow->next;
    for (uint32_t n = 0; n < l->flow->count; n++)
        for (uint32_t k = next->starts[n]; k < next->starts[n + 1]; k++)
            vector_push(&l->edges, (struct graph_edge){n, next->targets[k]});
}

// The components that are loops at this depth.
static bool *find_loops(const struct loops *l, const uint32_t *components, uint32_t count)
{
    bool *loop = memory_zalloc((size_t)count + 1, sizeof *loop);
    for (uint32_t k = 0; k < l->edges.size; k++)
        loop[components[l->edges.data[k].from]] |=
            components[l->edges.data[k].from] == components[l->edges.data[k].to];
    return loop;
}

static void mark_exits(struct loops *l, const uint32_t *components, const bool *loop)
{
    const struct graph *next = &l->flow->next;
    for (uint32_t n = 0; n < l->flow->count; n++)
        for (uint32_t k = next->starts[n]; loop[components[n]] && k < next->starts[n + 1]; k++)
            l->leaves[n] |= components[next->targets[k]] != components[n];
}

// Where control enters each loop; one node of it where that is nowhere.
static bool *find_entries(const struct loops *l, const uint32_t *components, const bool *loop, uint32_t count)
{
    const struct graph *next = &l->flow->next;
    bool *entry = memory_zalloc((size_t)l->flow->count + 1, sizeof *entry);
    bool *entered = memory_zalloc((size_t)count + 1, sizeof *entered);
    for (uint32_t n = 0; n < l->flow->count; n++)
        for (uint32_t k = next->starts[n]; k < next->starts[n + 1]; k++)
            if (components[next->targets[k]] != components[n])
                entry[next->targets[k]] = entered[components[next->targets[k]]] = true;
    for (uint32_t n = 0; n < l->flow->count; n++)
        if (loop[components[n]] && !entered[components[n]])
            entry[n] = entered[components[n]] = true;
    memory_free(entered);
    return entry;
}

// One depth. False: there are no loops.
static bool go_deeper(struct loops *l)
{
    struct graph graph = graph_make(l->flow->count + 1, l->edges.data, l->edges.size);
    uint32_t count, kept = 0, *components = graph_components(&graph, &count);
    bool *loop = find_loops(l, components, count);
    bool *entry = find_entries(l, components, loop, count);
    mark_exits(l, components, loop);
    for (uint32_t k = 0; k < l->edges.size; k++) {
        struct graph_edge e = l->edges.data[k];
        if (components[e.from] == components[e.to] && !entry[e.to])
            l->edges.data[kept++] = e;
    }
    bool any = kept < l->edges.size && kept;
    l->edges.size = kept;
    memory_free(entry);
    memory_free(loop);
    memory_free(components);
    graph_free(&graph);
    return any;
}

bool *flow_loop_exits(const struct flow *flow)
{
    struct loops l = {.flow = flow, .leaves = memory_zalloc((size_t)flow->count + 1, sizeof(bool))};
    collect_edges(&l);
    while (go_deeper(&l))
        continue;
    vector_free(&l.edges);
    return l.leaves;
}
