#include "analysis/stack_depth.h"

#include "base/bit_array.h"
#include "base/memory.h"

#include <string.h>

enum { BYTES_OF_CALL = 64 }; // at most, besides variables

// What a function takes itself.
static uint64_t own_stack_bytes(const struct program *p, const struct function *f)
{
    return f->flags & FUNCTION_RUNTIME || f->kind != FUNCTION_DEFINED
               ? 0
               : f->frame_bytes + UINT64_C(1) * BYTES_OF_CALL + (p->pointer_bits == 64 ? 16 : 8);
}

static bool grows_stack(const struct program *p, const struct instruction *i)
{
    return i->op == OP_ALLOCA_DYN || (i->op == OP_ALLOCA && p->sites[instruction_immediate(i)].grows);
}

static bool has_own_sizes(const struct calls *calls)
{
    const struct program *p = calls->program;
    for (uint32_t f = 0; f < p->functions_count; f++) {
        if (!points_to_reachable(calls->points_to, f))
            continue;
        bool runtime = p->functions[f].flags & FUNCTION_RUNTIME; // takes nothing
        if (strcmp(program_string(p, p->functions[f].name), "pthread_attr_setstacksize") == 0 ||
            strcmp(program_string(p, p->functions[f].name), "pthread_attr_setstack") == 0)
            return true;
        for (uint32_t code = p->functions[f].first; code < p->functions[f].end && !runtime;
             code = code_next(p, code))
            if (grows_stack(p, &p->code[code]))
                return true;
    }
    return false;
}

// From functions to those that they call.
static struct graph call_graph(const struct calls *calls)
{
    VECTOR(struct graph_edge) edges = {0};
    for (uint32_t k = 0; k < calls->site_count; k++)
        for (uint32_t e = 0; e < calls->sites[k].entered_count; e++)
            vector_push(&edges, (struct graph_edge){calls->sites[k].function,
                                                    calls->functions[calls->sites[k].first_entered + e]});
    struct graph graph = graph_make(calls->program->functions_count, edges.data, edges.size);
    vector_free(&edges);
    return graph;
}

// A strongly connected component of the call graph.
struct component {
    uint64_t own, depth; // what its functions take; with all that they call
    bool calls_itself;
};

static void add_callees(struct component *components, const uint32_t *number, const struct graph *graph,
                        uint32_t function)
{
    struct component *c = &components[number[function]];
    for (uint32_t k = graph->starts[function]; k < graph->starts[function + 1]; k++) {
        const struct component *callee = &components[number[graph->targets[k]]];
        c->calls_itself |= callee == c;
        if (callee != c && callee->depth > c->depth)
            c->depth = callee->depth;
    }
}

// The deepest of all functions that can run. Functions that take nothing may call themselves.
static uint64_t deepest(const struct calls *calls, const struct graph *graph)
{
    const struct program *p = calls->program;
    uint32_t count, *number = graph_components(graph, &count);
    struct component *components = memory_zalloc((size_t)count + 1, sizeof *components);
    uint32_t *starts = memory_zalloc((size_t)count + 2, sizeof *starts);
    uint32_t *order = memory_alloc(((size_t)p->functions_count + 1) * sizeof *order);
    uint64_t result = 0;
    for (uint32_t f = 0; f < p->functions_count; f++)
        starts[number[f] + 2]++;
    for (uint32_t k = 2; k < count + 2; k++)
        starts[k] += starts[k - 1];
    for (uint32_t f = 0; f < p->functions_count; f++)
        order[starts[number[f] + 1]++] = f;
    for (uint32_t k = 0; k < count && result != STACK_UNBOUNDED; k++) { // callees come first
        struct component *c = &components[k];
        for (uint32_t m = starts[k]; m < starts[k + 1]; m++) {
            bool runs = points_to_reachable(calls->points_to, order[m]);
            c->own += runs ? own_stack_bytes(p, &p->functions[order[m]]) : 0;
            add_callees(components, number, graph, order[m]);
        }
        c->depth += c->own;
        result = c->own && c->calls_itself ? STACK_UNBOUNDED : c->depth > result ? c->depth : result;
    }
    memory_free(number);
    memory_free(components);
    memory_free(starts);
    memory_free(order);
    return result;
}

uint64_t stack_depth(const struct calls *calls)
{
    if (has_own_sizes(calls))
        return STACK_UNBOUNDED;
    struct graph graph = call_graph(calls);
    uint64_t depth = deepest(calls, &graph);
    graph_free(&graph);
    // Destructors and handlers run on the stack of whoever ends: each comes on top of at most one more call.
    return depth == STACK_UNBOUNDED ? depth : 2 * depth;
}

// Whether functions that take stack are entered there.
static bool enters_frames(const struct calls *calls, const struct call_site *site)
{
    for (uint32_t e = 0; e < site->entered_count; e++)
        if (own_stack_bytes(calls->program,
                            &calls->program->functions[calls->functions[site->first_entered + e]]))
            return true;
    return false;
}

bool stack_depth_overflows(const struct calls *calls, uint64_t stack_size, uint64_t *codes)
{
    const struct program *p = calls->program;
    if (!stack_size || stack_depth(calls) <= stack_size)
        return false;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        const struct call_site *site = calls_at(calls, code);
        if (points_to_reachable(calls->points_to, calls->function_of[code]) &&
            (grows_stack(p, &p->code[code]) || (site && enters_frames(calls, site))))
            bit_array_add(codes, code);
    }
    return true;
}
