// Natural loops; loops at every depth of nesting, and where they are left.
#include "analysis/flow.h"
#include "base/bit_array.h"

#include <string.h>

// ---- natural loops

// Adds the nodes from which `node` is reached without passing a node of the loop.
static void add_nodes_before(const struct flow *flow, uint64_t *loop, uint32_t node)
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
        add_nodes_before(flow, loop, latch);
    }
    return loop;
}

// ---- nesting

struct nesting_search {
    const struct flow *flow;
    VECTOR(struct graph_edge) edges; // of the present depth: those that close loops further out are gone
    uint32_t *of;                    // as in flow_loops
    VECTOR(uint32_t) outer;
};

static void collect_edges(struct nesting_search *s)
{
    const struct graph *next = &s->flow->next;
    for (uint32_t n = 0; n < s->flow->count; n++)
        for (uint32_t k = next->starts[n]; k < next->starts[n + 1]; k++)
            vector_push(&s->edges, (struct graph_edge){n, next->targets[k]});
}

// The components that are loops at this depth.
static bool *find_loops(const struct nesting_search *s, const uint32_t *components, uint32_t count)
{
    bool *loop = memory_zalloc((size_t)count + 1, sizeof *loop);
    for (uint32_t k = 0; k < s->edges.size; k++)
        loop[components[s->edges.data[k].from]] |=
            components[s->edges.data[k].from] == components[s->edges.data[k].to];
    return loop;
}

// They become the innermost loops of their nodes.
static void number_loops(struct nesting_search *s, const uint32_t *components, const bool *loop,
                         uint32_t count)
{
    uint32_t *number = memory_alloc(((size_t)count + 1) * sizeof *number);
    memset(number, 0xff, ((size_t)count + 1) * sizeof *number);
    for (uint32_t n = 0; n < s->flow->count; n++) {
        uint32_t c = components[n];
        if (!loop[c])
            continue;
        if (number[c] == NO_LOOP) {
            number[c] = s->outer.size;
            vector_push(&s->outer, s->of[n]);
        }
        s->of[n] = number[c];
    }
    memory_free(number);
}

// Where control enters each loop; one node of it where that is nowhere.
static bool *find_loop_entries(const struct nesting_search *s, const uint32_t *components, const bool *loop,
                               uint32_t count)
{
    const struct graph *next = &s->flow->next;
    bool *entry = memory_zalloc((size_t)s->flow->count + 1, sizeof *entry);
    bool *entered = memory_zalloc((size_t)count + 1, sizeof *entered);
    for (uint32_t n = 0; n < s->flow->count; n++)
        for (uint32_t k = next->starts[n]; k < next->starts[n + 1]; k++)
            if (components[next->targets[k]] != components[n])
                entry[next->targets[k]] = entered[components[next->targets[k]]] = true;
    for (uint32_t n = 0; n < s->flow->count; n++)
        if (loop[components[n]] && !entered[components[n]])
            entry[n] = entered[components[n]] = true;
    memory_free(entered);
    return entry;
}

// One depth. False: there are no loops.
static bool go_deeper(struct nesting_search *s)
{
    struct graph graph = graph_make(s->flow->count + 1, s->edges.data, s->edges.size);
    uint32_t count, kept = 0, *components = graph_components(&graph, &count);
    bool *loop = find_loops(s, components, count);
    bool *entry = find_loop_entries(s, components, loop, count);
    number_loops(s, components, loop, count);
    for (uint32_t k = 0; k < s->edges.size; k++) {
        struct graph_edge e = s->edges.data[k];
        if (components[e.from] == components[e.to] && !entry[e.to])
            s->edges.data[kept++] = e;
    }
    bool any = kept < s->edges.size && kept;
    s->edges.size = kept;
    memory_free(entry);
    memory_free(loop);
    memory_free(components);
    graph_free(&graph);
    return any;
}

struct flow_loops flow_find_loops(const struct flow *flow)
{
    struct nesting_search s = {.flow = flow, .of = memory_alloc(((size_t)flow->count + 1) * sizeof *s.of)};
    memset(s.of, 0xff, ((size_t)flow->count + 1) * sizeof *s.of);
    collect_edges(&s);
    while (go_deeper(&s))
        continue;
    vector_free(&s.edges);
    return (struct flow_loops){s.outer.size, s.of, s.outer.data};
}

// ---- questions

bool flow_in_loop(const struct flow *flow, uint32_t loop, uint32_t node)
{
    uint32_t at = flow->loops.of[node];
    while (at != NO_LOOP && at != loop)
        at = flow->loops.outer[at];
    return at == loop && loop != NO_LOOP;
}

uint32_t flow_loop_around(const struct flow *flow, uint32_t a, uint32_t b)
{
    for (; a != NO_LOOP; a = flow->loops.outer[a])
        for (uint32_t at = b; at != NO_LOOP; at = flow->loops.outer[at])
            if (at == a)
                return a;
    return NO_LOOP;
}

bool *flow_loop_exits(const struct flow *flow)
{
    bool *leaves = memory_zalloc((size_t)flow->count + 1, sizeof *leaves);
    for (uint32_t n = 0; n < flow->count; n++)
        for (uint32_t k = flow->next.starts[n]; k < flow->next.starts[n + 1]; k++)
            leaves[n] |=
                flow->loops.of[n] != NO_LOOP && !flow_in_loop(flow, flow->loops.of[n], flow->next.targets[k]);
    return leaves;
}
