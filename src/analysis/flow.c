#include "analysis/flow.h"

#include "base/bit_array.h"
#include "program/registers.h"

struct construction {
    const struct program *program;
    const uint64_t *stops, *waits;
    struct flow *flow;
    VECTOR(struct flow_node) nodes;
    VECTOR(struct graph_edge) edges;
};

static bool cut_after(const struct construction *c, uint32_t code)
{
    return (c->stops && bit_array_has(c->stops, code)) || (c->waits && bit_array_has(c->waits, code));
}

static void make_nodes(struct construction *c, const struct function *function)
{
    for (uint32_t b = function->first_block; b < function->end_block; b++) {
        const struct block *block = &c->program->blocks[b];
        uint32_t first = block->first;
        for (uint32_t code = first, next; code < block->end; code = next) {
            next = code_next(c->program, code);
            if (next < block->end && !cut_after(c, code))
                continue;
            vector_push(&c->nodes, (struct flow_node){first, next});
            first = next;
        }
    }
    c->flow->nodes = c->nodes.data;
    c->flow->count = c->flow->exit = c->nodes.size;
}

static void add_flow_edge(struct construction *c, uint32_t from, uint32_t to)
{
    for (uint32_t k = c->edges.size; k-- > 0 && c->edges.data[k].from == from;)
        if (c->edges.data[k].to == to)
            return;
    vector_push(&c->edges, (struct graph_edge){from, to});
}

static void add_jump(struct construction *c, uint32_t from, uint32_t code)
{
    add_flow_edge(c, from, flow_node_at(c->flow, code));
}

static void add_switch_edges(struct construction *c, uint32_t from, const uint32_t *table)
{
    add_jump(c, from, table[1]);
    for (uint32_t k = 0; k < table[0]; k++)
        add_jump(c, from, table[3 + 2 * k]);
}

static void make_flow_edges(struct construction *c)
{
    const struct program *p = c->program;
    struct flow *flow = c->flow;
    for (uint32_t n = 0; n < flow->count; n++) {
        uint32_t last = flow_last(p, flow, n);
        const struct instruction *i = &p->code[last];
        switch (i->op) {
        case OP_JUMP: add_jump(c, n, i->b); break;
        case OP_BRANCH:
            add_jump(c, n, i->b);
            add_jump(c, n, i->d);
            break;
        case OP_SWITCH: add_switch_edges(c, n, p->operands + i->b); break;
        case OP_RETURN:
        case OP_UNREACHABLE:
        case OP_UNSUPPORTED: add_flow_edge(c, n, flow->exit); break;
        default:
            if (n + 1 < flow->count)
                add_flow_edge(c, n, n + 1);
            if (n + 1 == flow->count || (c->stops && bit_array_has(c->stops, last)))
                add_flow_edge(c, n, flow->exit);
            break;
        }
    }
}

// Gives every component that control cannot leave an edge to the exit, from its first node.
static void leave_endless_loops(struct construction *c)
{
    struct flow *flow = c->flow;
    uint32_t count;
    struct graph graph = graph_make(flow->count + 1, c->edges.data, c->edges.size);
    uint32_t *component = graph_components(&graph, &count);
    bool *left = memory_zalloc((size_t)count + 1, sizeof *left);
    for (uint32_t k = 0; k < c->edges.size; k++)
        if (component[c->edges.data[k].from] != component[c->edges.data[k].to])
            left[component[c->edges.data[k].from]] = true;
    left[component[flow->exit]] = true;
    for (uint32_t n = 0; n < flow->count; n++) {
        if (left[component[n]])
            continue;
        left[component[n]] = true;
        vector_push(&c->edges, (struct graph_edge){n, flow->exit});
    }
    memory_free(left);
    memory_free(component);
    graph_free(&graph);
}

static void find_cycles(struct flow *flow)
{
    uint32_t components;
    flow->components = graph_components(&flow->next, &components);
    flow->cyclic = memory_zalloc((size_t)flow->count + 1, sizeof *flow->cyclic);
    uint32_t *sizes = memory_zalloc((size_t)components + 1, sizeof *sizes);
    for (uint32_t n = 0; n < flow->count; n++)
        sizes[flow->components[n]]++;
    for (uint32_t n = 0; n < flow->count; n++) {
        flow->cyclic[n] = sizes[flow->components[n]] > 1;
        for (uint32_t k = flow->next.starts[n]; k < flow->next.starts[n + 1]; k++)
            flow->cyclic[n] |= flow->next.targets[k] == n;
    }
    flow->loops = flow_find_loops(flow);
    flow->leaves_loop = flow_loop_exits(flow);
    memory_free(sizes);
}

static void find_reachable(struct flow *flow)
{
    uint32_t *order = memory_alloc(((size_t)flow->count + 1) * sizeof *order);
    uint32_t count = graph_order(&flow->next, 0, order);
    flow->reachable = memory_zalloc((size_t)flow->count + 1, sizeof *flow->reachable);
    for (uint32_t k = 0; k < count; k++)
        flow->reachable[order[k]] = true;
    memory_free(order);
}

// Everything from `to` up to, and without, the immediate post-dominator of `from` depends on `from`.
static void find_controlled(const struct flow *flow, uint32_t from, uint32_t to, uint32_t *seen,
                            struct construction *c)
{
    for (uint32_t n = to; n != flow->post_dominators[from] && n != NO_NODE && n != flow->exit;
         n = flow->post_dominators[n]) {
        if (seen[n] == from)
            break; // and so is the rest of the way up
        seen[n] = from;
        vector_push(&c->edges, (struct graph_edge){n, from});
    }
}

static void find_controllers(struct construction *c)
{
    struct flow *flow = c->flow;
    uint32_t *seen = memory_alloc(((size_t)flow->count + 1) * sizeof *seen);
    for (uint32_t n = 0; n <= flow->count; n++)
        seen[n] = NO_NODE;
    vector_clear(&c->edges);
    for (uint32_t n = 0; n < flow->count; n++) {
        uint32_t first = flow->next.starts[n], end = flow->next.starts[n + 1];
        for (uint32_t k = first; flow->reachable[n] && end - first > 1 && k < end; k++)
            find_controlled(flow, n, flow->next.targets[k], seen, c);
    }
    flow->controllers = graph_make(flow->count, c->edges.data, c->edges.size);
    memory_free(seen);
}

struct flow *flow_compute(const struct program *program, uint32_t function, const uint64_t *stops,
                          const uint64_t *waits)
{
    const struct function *f = &program->functions[function];
    struct flow *flow = memory_zalloc(1, sizeof *flow);
    struct construction c = {.program = program, .stops = stops, .waits = waits, .flow = flow};
    flow->function = function;
    flow->first = f->first;
    flow->end = f->end;
    make_nodes(&c, f);
    make_flow_edges(&c);
    leave_endless_loops(&c);
    flow->next = graph_make(flow->count + 1, c.edges.data, c.edges.size);
    flow->before = graph_reversed(&flow->next);
    flow->dominators = graph_dominators(&flow->next, &flow->before, 0);
    flow->post_dominators = graph_dominators(&flow->before, &flow->next, flow->exit);
    flow->dominator_tree = graph_tree_make(flow->dominators, flow->count + 1);
    flow->post_dominator_tree = graph_tree_make(flow->post_dominators, flow->count + 1);
    find_cycles(flow);
    find_reachable(flow);
    find_controllers(&c);
    vector_free(&c.edges);
    return flow;
}

void flow_free(struct flow *flow)
{
    if (!flow)
        return;
    memory_free(flow->nodes);
    graph_free(&flow->next);
    graph_free(&flow->before);
    memory_free(flow->dominators);
    memory_free(flow->post_dominators);
    graph_tree_free(&flow->dominator_tree);
    graph_tree_free(&flow->post_dominator_tree);
    graph_free(&flow->controllers);
    memory_free(flow->components);
    memory_free(flow->reachable);
    memory_free(flow->cyclic);
    memory_free(flow->leaves_loop);
    memory_free(flow->loops.of);
    memory_free(flow->loops.outer);
    memory_free(flow);
}

// ---- questions

uint32_t flow_node_at(const struct flow *flow, uint32_t code)
{
    uint32_t low = 0, high = flow->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (flow->nodes[middle].first <= code)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t flow_last(const struct program *program, const struct flow *flow, uint32_t node)
{
    uint32_t last = flow->nodes[node].end - 1;
    return program->code[last].op == OP_EXTRA ? last - 1 : last;
}

bool flow_dominates(const struct flow *flow, uint32_t a, uint32_t b)
{
    uint32_t from = flow_node_at(flow, a), to = flow_node_at(flow, b);
    return from == to ? a <= b : flow->reachable[to] && graph_tree_above(&flow->dominator_tree, from, to);
}

void flow_reach(const struct flow *flow, uint32_t node, uint64_t *nodes)
{
    VECTOR(uint32_t) stack = {0};
    vector_push(&stack, node);
    while (stack.size) {
        uint32_t n = vector_pop(&stack);
        for (uint32_t k = flow->next.starts[n]; k < flow->next.starts[n + 1]; k++) {
            uint32_t next = flow->next.targets[k];
            if (next != flow->exit && bit_array_add(nodes, next))
                vector_push(&stack, next);
        }
    }
    vector_free(&stack);
}

bool flow_reaches(const struct flow *flow, uint32_t a, uint32_t b)
{
    uint32_t from = flow_node_at(flow, a), to = flow_node_at(flow, b);
    if (from == to)
        return a < b || flow->cyclic[from];
    uint64_t *nodes = bit_array_new(flow->count);
    flow_reach(flow, from, nodes);
    bool reached = bit_array_has(nodes, to);
    memory_free(nodes);
    return reached;
}
