#include "analysis/call_graph.h"

#include "base/vector.h"
#include "program/registers.h"

#include <stdlib.h>

typedef VECTOR(struct call_edge) edge_list;

struct call_graph {
    const struct program *program;
    edge_list calls, callers;            // by (caller, code); by callee
    uint32_t *first_call, *first_caller; // by function, one more at the end
    uint32_t *component, *order;
    uint8_t *roots;
    bool *reachable, *recursive; // by function
    uint32_t components;
};

// ---- edges

static bool starts_callee(struct points_to *pt, uint32_t code, uint32_t callee)
{
    uint32_t started_count, destructor_count;
    const uint32_t *started = points_to_started(pt, code, &started_count);
    const uint32_t *destructors = points_to_key_destructors(pt, &destructor_count);
    for (uint32_t k = 0; k < started_count; k++)
        if (started[k] == callee)
            return true;
    for (uint32_t k = 0; started_count && k < destructor_count; k++)
        if (destructors[k] == callee)
            return true;
    return false;
}

static void add_calls(struct call_graph *g, struct points_to *pt, uint32_t function)
{
    const struct function *f = &g->program->functions[function];
    for (uint32_t c = f->first; points_to_reachable(pt, function) && c < f->end; c++) {
        uint32_t count;
        if (!opcode_is_call(g->program->code[c].op))
            continue;
        const uint32_t *callees = points_to_callees(pt, c, &count);
        for (uint32_t k = 0; k < count; k++)
            vector_push(&g->calls,
                        (struct call_edge){function, callees[k], c, starts_callee(pt, c, callees[k])});
    }
}

static int by_callee(const void *x, const void *y)
{
    const struct call_edge *a = x, *b = y;
    if (a->callee != b->callee)
        return a->callee < b->callee ? -1 : 1;
    return a->code < b->code ? -1 : a->code > b->code;
}

// Where each function's edges begin in a list that is sorted by caller (or callee).
static uint32_t *index_edges(const struct call_graph *g, const edge_list *list, bool by_caller)
{
    uint32_t functions = g->program->functions_count, *first = memory_zalloc(functions + 1, sizeof *first);
    for (uint32_t k = 0, f = 0; f <= functions; f++) {
        while (k < list->size && (by_caller ? list->data[k].caller : list->data[k].callee) < f)
            k++;
        first[f] = k;
    }
    return first;
}

static void find_edges(struct call_graph *g, struct points_to *pt)
{
    for (uint32_t f = 0; f < g->program->functions_count; f++)
        add_calls(g, pt, f);
    vector_reserve(&g->callers, g->calls.size);
    for (uint32_t k = 0; k < g->calls.size; k++)
        g->callers.data[k] = g->calls.data[k];
    g->callers.size = g->calls.size;
    if (g->callers.size)
        qsort(g->callers.data, g->callers.size, sizeof *g->callers.data, by_callee);
    g->first_call = index_edges(g, &g->calls, true);
    g->first_caller = index_edges(g, &g->callers, false);
}

// ---- components: Tarjan's algorithm with a stack of its own

struct walk {
    struct call_graph *graph;
    uint32_t *number, *low, *next; // by function: order of discovery (0: none); lowest reached; next edge
    uint32_t numbers, ordered;
    VECTOR(uint32_t) open, path;
};

static void open_function(struct walk *w, uint32_t function)
{
    w->number[function] = w->low[function] = ++w->numbers;
    w->next[function] = w->graph->first_call[function];
    vector_push(&w->open, function);
    vector_push(&w->path, function);
}

static void close_function(struct walk *w, uint32_t function)
{
    struct call_graph *g = w->graph;
    w->path.size--;
    if (w->path.size && w->low[function] < w->low[vector_last(&w->path)])
        w->low[vector_last(&w->path)] = w->low[function];
    if (w->low[function] != w->number[function])
        return;
    uint32_t member;
    bool several = vector_last(&w->open) != function;
    do {
        member = vector_pop(&w->open);
        g->component[member] = g->components;
        g->recursive[member] |= several;
        g->order[w->ordered++] = member;
    } while (member != function);
    g->components++;
}

static void walk_from(struct walk *w, uint32_t start)
{
    struct call_graph *g = w->graph;
    open_function(w, start);
    while (w->path.size) {
        uint32_t f = vector_last(&w->path);
        if (w->next[f] == g->first_call[f + 1]) {
            close_function(w, f);
            continue;
        }
        uint32_t callee = g->calls.data[w->next[f]++].callee;
        if (callee == f)
            g->recursive[f] = true;
        if (!w->number[callee])
            open_function(w, callee);
        else if (g->component[callee] == NO_FUNCTION && w->number[callee] < w->low[f])
            w->low[f] = w->number[callee];
    }
}

static void find_components(struct call_graph *g)
{
    uint32_t count = g->program->functions_count;
    struct walk w = {.graph = g};
    w.number = memory_zalloc(count + 1, sizeof *w.number);
    w.low = memory_zalloc(count + 1, sizeof *w.low);
    w.next = memory_zalloc(count + 1, sizeof *w.next);
    memset(g->component, 0xff, (count + 1) * sizeof *g->component);
    for (uint32_t f = 0; f < count; f++)
        if (!w.number[f])
            walk_from(&w, f);
    memory_free(w.number);
    memory_free(w.low);
    memory_free(w.next);
    vector_free(&w.open);
    vector_free(&w.path);
}

// ---- roots

static void find_roots(struct call_graph *g, struct points_to *pt)
{
    const struct program *p = g->program;
    uint32_t exit_function = program_find_function(p, "exit"), count;
    if (p->main != NO_FUNCTION)
        g->roots[p->main] |= ROOT_MAIN;
    if (exit_function != NO_FUNCTION && p->functions[exit_function].flags & FUNCTION_RUNTIME)
        g->roots[exit_function] |= ROOT_EXIT;
    for (uint32_t k = 0; k < p->constructors_count; k++)
        g->roots[p->constructors[k]] |= ROOT_CONSTRUCTOR;
    for (uint32_t k = 0; k < p->destructors_count; k++)
        g->roots[p->destructors[k]] |= ROOT_DESTRUCTOR;
    const uint32_t *destructors = points_to_key_destructors(pt, &count);
    for (uint32_t k = 0; k < count; k++)
        g->roots[destructors[k]] |= ROOT_KEY_DESTRUCTOR;
    for (uint32_t k = 0; k < points_to_object_count(pt); k++) {
        const struct abstract_object *o = points_to_object(pt, k);
        if (o->kind == ABSTRACT_FUNCTION && o->flags & ABSTRACT_ESCAPED)
            g->roots[o->index] |= ROOT_ESCAPED;
    }
}

static void find_reachable(struct call_graph *g)
{
    for (uint32_t k = g->program->functions_count; k-- > 0;) { // callers first
        uint32_t f = g->order[k];
        g->reachable[f] |= g->roots[f] != 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = g->program->functions_count; k-- > 0;) {
            uint32_t f = g->order[k];
            for (uint32_t e = g->first_call[f]; g->reachable[f] && e < g->first_call[f + 1]; e++) {
                changed |= !g->reachable[g->calls.data[e].callee];
                g->reachable[g->calls.data[e].callee] = true;
            }
        }
    }
}

// ---- interface

struct call_graph *call_graph_compute(const struct program *program, struct points_to *pt)
{
    struct call_graph *g = memory_zalloc(1, sizeof *g);
    uint32_t count = program->functions_count + 1;
    g->program = program;
    g->component = memory_zalloc(count, sizeof *g->component);
    g->order = memory_zalloc(count, sizeof *g->order);
    g->roots = memory_zalloc(count, sizeof *g->roots);
    g->reachable = memory_zalloc(count, sizeof *g->reachable);
    g->recursive = memory_zalloc(count, sizeof *g->recursive);
    find_edges(g, pt);
    find_components(g);
    find_roots(g, pt);
    find_reachable(g);
    return g;
}

void call_graph_free(struct call_graph *g)
{
    if (!g)
        return;
    vector_free(&g->calls);
    vector_free(&g->callers);
    memory_free(g->first_call);
    memory_free(g->first_caller);
    memory_free(g->component);
    memory_free(g->order);
    memory_free(g->roots);
    memory_free(g->reachable);
    memory_free(g->recursive);
    memory_free(g);
}

static struct call_range range(const edge_list *list, uint32_t from, uint32_t end)
{
    return (struct call_range){vector_from(list, from), end - from};
}

struct call_range call_graph_calls(const struct call_graph *g, uint32_t function)
{
    return range(&g->calls, g->first_call[function], g->first_call[function + 1]);
}

struct call_range call_graph_callers(const struct call_graph *g, uint32_t function)
{
    return range(&g->callers, g->first_caller[function], g->first_caller[function + 1]);
}

struct call_range call_graph_at(const struct call_graph *g, uint32_t code)
{
    uint32_t function = program_function_at(g->program, code);
    uint32_t from = g->first_call[function], end = g->first_call[function + 1];
    while (from < end && g->calls.data[from].code < code)
        from++;
    uint32_t last = from;
    while (last < end && g->calls.data[last].code == code)
        last++;
    return range(&g->calls, from, last);
}

unsigned call_graph_roots(const struct call_graph *g, uint32_t function)
{
    return g->roots[function];
}

bool call_graph_reachable(const struct call_graph *g, uint32_t function)
{
    return g->reachable[function];
}

uint32_t call_graph_component(const struct call_graph *g, uint32_t function)
{
    return g->component[function];
}

uint32_t call_graph_component_count(const struct call_graph *g)
{
    return g->components;
}

bool call_graph_recursive(const struct call_graph *g, uint32_t function)
{
    return g->recursive[function];
}

const uint32_t *call_graph_order(const struct call_graph *g)
{
    return g->order;
}
