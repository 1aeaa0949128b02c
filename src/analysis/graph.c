#include "analysis/graph.h"

#include "base/memory.h"

struct graph graph_make(uint32_t count, const struct graph_edge *edges, uint32_t edge_count)
{
    struct graph g = {count, memory_zalloc((size_t)count + 2, sizeof(uint32_t)),
                      memory_zalloc((size_t)edge_count + 1, sizeof(uint32_t))};
    for (uint32_t k = 0; k < edge_count; k++)
        g.starts[edges[k].from + 2]++;
    for (uint32_t n = 2; n <= count; n++)
        g.starts[n] += g.starts[n - 1];
    for (uint32_t k = 0; k < edge_count; k++) // moves each start to the end of its row
        g.targets[g.starts[edges[k].from + 1]++] = edges[k].to;
    return g;
}

struct graph graph_reversed(const struct graph *graph)
{
    VECTOR(struct graph_edge) edges = {0};
    for (uint32_t n = 0; n < graph->count; n++)
        for (uint32_t k = graph->starts[n]; k < graph->starts[n + 1]; k++)
            vector_push(&edges, (struct graph_edge){graph->targets[k], n});
    struct graph g = graph_make(graph->count, edges.data, edges.size);
    vector_free(&edges);
    return g;
}

void graph_free(struct graph *graph)
{
    memory_free(graph->starts);
    memory_free(graph->targets);
    *graph = (struct graph){0};
}

// ---- reverse postorder

// A node on the stack of a depth-first search, and its next edge.
struct graph_visit {
    uint32_t node, edge;
};

uint32_t graph_order(const struct graph *graph, uint32_t root, uint32_t *order)
{
    VECTOR(struct graph_visit) stack = {0};
    bool *seen = memory_zalloc((size_t)graph->count + 1, sizeof *seen);
    uint32_t count = 0;
    vector_push(&stack, (struct graph_visit){root, graph->starts[root]});
    seen[root] = true;
    while (stack.size) {
        struct graph_visit *top = &vector_last(&stack);
        if (top->edge == graph->starts[top->node + 1]) {
            order[count++] = top->node;
            (void)vector_pop(&stack);
            continue;
        }
        uint32_t next = graph->targets[top->edge++];
        if (!seen[next]) {
            seen[next] = true;
            vector_push(&stack, (struct graph_visit){next, graph->starts[next]});
        }
    }
    for (uint32_t i = 0, j = count; i + 1 < j; i++) {
        uint32_t node = order[i];
        order[i] = order[--j];
        order[j] = node;
    }
    vector_free(&stack);
    memory_free(seen);
    return count;
}

// ---- dominators

static uint32_t intersect(const uint32_t *dominators, const uint32_t *position, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (position[a] > position[b])
            a = dominators[a];
        while (position[b] > position[a])
            b = dominators[b];
    }
    return a;
}

// The dominator of `node` as its predecessors have it so far.
static uint32_t meet_predecessors(const struct graph *reversed, const uint32_t *dominators,
                                  const uint32_t *position, uint32_t node)
{
    uint32_t result = NO_NODE;
    for (uint32_t k = reversed->starts[node]; k < reversed->starts[node + 1]; k++) {
        uint32_t before = reversed->targets[k];
        if (dominators[before] == NO_NODE)
            continue;
        result = result == NO_NODE ? before : intersect(dominators, position, before, result);
    }
    return result;
}

uint32_t *graph_dominators(const struct graph *graph, const struct graph *reversed, uint32_t root)
{
    uint32_t *dominators = memory_alloc(((size_t)graph->count + 1) * sizeof *dominators);
    uint32_t *order = memory_alloc(((size_t)graph->count + 1) * sizeof *order);
    uint32_t *position = memory_zalloc((size_t)graph->count + 1, sizeof *position);
    uint32_t count = graph_order(graph, root, order);
    for (uint32_t i = 0; i < count; i++)
        position[order[i]] = i;
    for (uint32_t n = 0; n < graph->count; n++)
        dominators[n] = NO_NODE;
    dominators[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < count; i++) {
            uint32_t found = meet_predecessors(reversed, dominators, position, order[i]);
            changed |= dominators[order[i]] != found;
            dominators[order[i]] = found;
        }
    }
    dominators[root] = NO_NODE;
    memory_free(order);
    memory_free(position);
    return dominators;
}

// ---- strongly connected components

struct tarjan {
    const struct graph *graph;
    uint32_t *number, *low, *component; // number: from 1 in order of discovery; 0: not found yet
    uint32_t found, components;
    VECTOR(struct graph_visit) stack;
    VECTOR(uint32_t) open; // nodes whose component is not complete
};

static void tarjan_enter(struct tarjan *t, uint32_t node)
{
    t->number[node] = t->low[node] = ++t->found;
    vector_push(&t->open, node);
    vector_push(&t->stack, (struct graph_visit){node, t->graph->starts[node]});
}

// All edges of the node on top were followed.
static void tarjan_leave(struct tarjan *t)
{
    uint32_t node = vector_pop(&t->stack).node, member;
    if (t->stack.size) {
        uint32_t parent = vector_last(&t->stack).node;
        if (t->low[node] < t->low[parent])
            t->low[parent] = t->low[node];
    }
    if (t->low[node] != t->number[node])
        return;
    do {
        member = vector_pop(&t->open);
        t->component[member] = t->components;
    } while (member != node);
    t->components++;
}

static void tarjan_from(struct tarjan *t, uint32_t root)
{
    tarjan_enter(t, root);
    while (t->stack.size) {
        struct graph_visit *top = &vector_last(&t->stack);
        if (top->edge == t->graph->starts[top->node + 1]) {
            tarjan_leave(t);
            continue;
        }
        uint32_t node = top->node, next = t->graph->targets[top->edge++];
        if (!t->number[next])
            tarjan_enter(t, next);
        else if (t->component[next] == NO_NODE && t->number[next] < t->low[node])
            t->low[node] = t->number[next];
    }
}

uint32_t *graph_components(const struct graph *graph, uint32_t *component_count)
{
    size_t size = (size_t)graph->count + 1;
    struct tarjan t = {.graph = graph,
                       .number = memory_zalloc(size, sizeof(uint32_t)),
                       .low = memory_zalloc(size, sizeof(uint32_t)),
                       .component = memory_alloc(size * sizeof(uint32_t))};
    for (uint32_t n = 0; n < graph->count; n++)
        t.component[n] = NO_NODE;
    for (uint32_t n = 0; n < graph->count; n++)
        if (!t.number[n])
            tarjan_from(&t, n);
    memory_free(t.number);
    memory_free(t.low);
    vector_free(&t.stack);
    vector_free(&t.open);
    if (component_count)
        *component_count = t.components;
    return t.component;
}

// ---- trees

struct graph_tree graph_tree_make(const uint32_t *parents, uint32_t count)
{
    struct graph_tree tree = {memory_zalloc((size_t)count + 1, sizeof(uint32_t)),
                              memory_zalloc((size_t)count + 1, sizeof(uint32_t))};
    VECTOR(struct graph_edge) edges = {0};
    for (uint32_t n = 0; n < count; n++) // node `count` stands above all roots
        vector_push(&edges, (struct graph_edge){parents[n] == NO_NODE ? count : parents[n], n});
    struct graph down = graph_make(count + 1, edges.data, edges.size);
    VECTOR(struct graph_visit) stack = {0};
    uint32_t clock = 0;
    vector_push(&stack, (struct graph_visit){count, down.starts[count]});
    while (stack.size) {
        struct graph_visit *top = &vector_last(&stack);
        if (top->edge < down.starts[top->node + 1]) {
            uint32_t child = down.targets[top->edge++];
            tree.enter[child] = ++clock;
            vector_push(&stack, (struct graph_visit){child, down.starts[child]});
            continue;
        }
        tree.leave[top->node] = clock;
        (void)vector_pop(&stack);
    }
    vector_free(&stack);
    vector_free(&edges);
    graph_free(&down);
    return tree;
}

void graph_tree_free(struct graph_tree *tree)
{
    memory_free(tree->enter);
    memory_free(tree->leave);
    *tree = (struct graph_tree){0};
}
