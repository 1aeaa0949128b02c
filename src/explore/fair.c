#include "explore/fair.h"

#include "base/memory.h"

void fair_search_free(struct fair_search *f)
{
    memory_free(f->part);
    memory_free(f->order);
    memory_free(f->low);
    vector_free(&f->pending);
    vector_free(&f->item);
    vector_free(&f->stack);
    vector_free(&f->components);
    vector_free(&f->kept);
    vector_free(&f->pending_begins);
    vector_free(&f->component_begins);
    vector_free(&f->path);
}

static void make_room(struct fair_search *f, const struct state_graph *g)
{
    if (f->part)
        return;
    f->part = memory_zalloc((size_t)g->nodes.size + 1, sizeof *f->part);
    f->order = memory_zalloc((size_t)g->nodes.size + 1, sizeof *f->order);
    f->low = memory_zalloc((size_t)g->nodes.size + 1, sizeof *f->low);
}

// The states are a part of their own from now on.
static uint32_t number_part(struct fair_search *f, const uint32_t *states, uint32_t count)
{
    f->parts++;
    for (uint32_t k = 0; k < count; k++)
        f->part[states[k]] = f->parts;
    return f->parts;
}

static void push_item(struct fair_search *f, const uint32_t *states, uint32_t count)
{
    vector_push(&f->pending_begins, f->pending.size);
    for (uint32_t k = 0; k < count; k++)
        vector_push(&f->pending, states[k]);
}

static void pop_item(struct fair_search *f)
{
    uint32_t begin = vector_pop(&f->pending_begins);
    f->item.size = 0;
    for (uint32_t k = begin; k < f->pending.size; k++)
        vector_push(&f->item, f->pending.data[k]);
    f->pending.size = begin;
}

bool fair_has_edge(const struct fair_graph *g, const struct fair_component *c, uint32_t edge)
{
    return c->part[g->graph->edges.data[edge].to] == c->number && g->has_edge(g->context, edge);
}

// ---- strongly connected components (Tarjan 1972)

enum { NOT_VISITED = 0 };
#define DONE UINT32_MAX // in f->low: its component is known

static void begin_visit(struct fair_search *f, const struct fair_graph *g, uint32_t state)
{
    f->order[state] = f->low[state] = ++f->visits;
    vector_push(&f->stack, state);
    vector_push(&f->path, (struct fair_visit){state, g->outgoing->first[state]});
}

static void finish_component(struct fair_search *f, uint32_t state)
{
    uint32_t last;
    if (f->low[state] != f->order[state])
        return;
    vector_push(&f->component_begins, f->components.size);
    do {
        last = vector_pop(&f->stack);
        f->low[last] = DONE;
        vector_push(&f->components, last);
    } while (last != state);
}

static void lower_link(struct fair_search *f, uint32_t state, uint32_t to)
{
    if (f->low[to] != DONE && f->low[to] < f->low[state])
        f->low[state] = f->low[to];
}

static void visit_reachable(struct fair_search *f, const struct fair_graph *g, uint32_t number,
                            uint32_t begin)
{
    begin_visit(f, g, begin);
    while (f->path.size) {
        struct fair_visit *v = &vector_last(&f->path);
        uint32_t state = v->state;
        if (v->next == g->outgoing->first[state + 1]) {
            f->path.size--;
            finish_component(f, state);
            if (f->path.size)
                lower_link(f, vector_last(&f->path).state, state);
            continue;
        }
        uint32_t edge = g->outgoing->edge[v->next++], to = g->graph->edges.data[edge].to;
        if (f->part[to] != number || !g->has_edge(g->context, edge))
            continue;
        if (f->order[to] == NOT_VISITED)
            begin_visit(f, g, to);
        else
            lower_link(f, state, to);
    }
}

static void find_fair_components(struct fair_search *f, const struct fair_graph *g)
{
    uint32_t number = number_part(f, f->item.data, f->item.size);
    f->components.size = f->component_begins.size = f->visits = 0;
    for (uint32_t k = 0; k < f->item.size; k++)
        f->order[f->item.data[k]] = NOT_VISITED;
    for (uint32_t k = 0; k < f->item.size; k++)
        if (f->order[f->item.data[k]] == NOT_VISITED)
            visit_reachable(f, g, number, f->item.data[k]);
}

// ---- fairness

static void note_executed(const struct fair_graph *g, struct fair_component *c)
{
    for (uint32_t k = 0; k < c->count; k++)
        for (uint32_t n = g->outgoing->first[c->states[k]]; n < g->outgoing->first[c->states[k] + 1]; n++)
            if (fair_has_edge(g, c, g->outgoing->edge[n]))
                thread_set_add(&c->executed, g->graph->edges.data[g->outgoing->edge[n]].thread);
}

// Whether each thread that is enabled in the state is executed in the component.
static bool is_fair(const struct fair_graph *g, const struct fair_component *c, uint32_t state)
{
    for (uint32_t n = g->outgoing->first[state]; n < g->outgoing->first[state + 1]; n++)
        if (!thread_set_has(&c->executed, g->graph->edges.data[g->outgoing->edge[n]].thread))
            return false;
    return true;
}

void fair_components(struct fair_search *f, const struct fair_graph *g, const uint32_t *states,
                     uint32_t count, void (*found)(void *context, const struct fair_component *component),
                     void *context)
{
    make_room(f, g->graph);
    push_item(f, states, count);
    while (f->pending_begins.size) {
        pop_item(f);
        find_fair_components(f, g);
        for (uint32_t k = 0; k < f->component_begins.size; k++) {
            uint32_t begin = f->component_begins.data[k], end = k + 1 < f->component_begins.size
                                                                    ? f->component_begins.data[k + 1]
                                                                    : f->components.size;
            struct fair_component c = {
                .states = f->components.data + begin, .count = end - begin, .part = f->part};
            c.number = number_part(f, c.states, c.count);
            note_executed(g, &c);
            if (!thread_set_count(&c.executed)) // a single state, and no step comes back to it
                continue;
            f->kept.size = 0;
            for (uint32_t n = 0; n < c.count; n++)
                if (is_fair(g, &c, c.states[n]))
                    vector_push(&f->kept, c.states[n]);
            if (f->kept.size == c.count)
                found(context, &c);
            else if (f->kept.size)
                push_item(f, f->kept.data, f->kept.size);
        }
    }
}
