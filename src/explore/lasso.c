#include "explore/lasso.h"

#include "base/memory.h"

struct lasso {
    const struct fair_graph *graph;
    const struct fair_component *component;
    state_list wanted;          // edges that are not on the cycle yet
    struct thread_set executed; // on it
    uint32_t *by;               // by state: the edge by which it was reached; NO_STATE: not reached
    state_list reached, way;    // scratch
    state_path *cycle;
};

static void take_edge(struct lasso *l, uint32_t edge)
{
    vector_push(l->cycle, edge);
    thread_set_add(&l->executed, l->graph->graph->edges.data[edge].thread);
    for (uint32_t k = 0; k < l->wanted.size; k++)
        if (l->wanted.data[k] == edge)
            l->wanted.data[k--] = vector_pop(&l->wanted);
}

// Whether the cycle lacks the edge.
static bool is_wanted_edge(const struct lasso *l, uint32_t edge)
{
    for (uint32_t k = 0; k < l->wanted.size; k++)
        if (l->wanted.data[k] == edge)
            return true;
    return !thread_set_has(&l->executed, l->graph->graph->edges.data[edge].thread);
}

// The edge that ends a shortest way from a state: one that is wanted, or one that leads to the goal.
static uint32_t find_last(struct lasso *l, uint32_t from, bool back, uint32_t goal)
{
    const struct fair_graph *g = l->graph;
    for (uint32_t k = 0; k < l->component->count; k++)
        l->by[l->component->states[k]] = NO_STATE;
    l->reached.size = 0;
    vector_push(&l->reached, from);
    for (uint32_t looked = 0; looked < l->reached.size; looked++) {
        uint32_t state = l->reached.data[looked];
        for (uint32_t k = g->outgoing->first[state]; k < g->outgoing->first[state + 1]; k++) {
            uint32_t edge = g->outgoing->edge[k], to = g->graph->edges.data[edge].to;
            if (!fair_has_edge(g, l->component, edge))
                continue;
            if (back ? to == goal : is_wanted_edge(l, edge))
                return edge;
            if (l->by[to] == NO_STATE && to != from) {
                l->by[to] = edge;
                vector_push(&l->reached, to);
            }
        }
    }
    return NO_STATE;
}

// Appends the way; returns where it ends.
static uint32_t append_way(struct lasso *l, uint32_t from, uint32_t last)
{
    const struct state_edge *edges = l->graph->graph->edges.data;
    l->way.size = 0;
    for (uint32_t state = edges[last].from; state != from; state = edges[l->by[state]].from)
        vector_push(&l->way, l->by[state]);
    while (l->way.size)
        take_edge(l, vector_pop(&l->way));
    take_edge(l, last);
    return edges[last].to;
}

void lasso_find(const struct fair_graph *g, const struct fair_component *component, uint32_t entry,
                const state_list *wanted, state_path *cycle)
{
    struct lasso l = {.graph = g, .component = component, .cycle = cycle};
    uint32_t state = entry, last;
    l.by = memory_zalloc((size_t)g->graph->nodes.size + 1, sizeof *l.by);
    for (uint32_t k = 0; k < wanted->size; k++)
        vector_push(&l.wanted, wanted->data[k]);
    while (l.wanted.size || thread_set_first_without(&component->executed, &l.executed) < MACHINE_MAX_THREADS)
        if ((last = find_last(&l, state, false, NO_STATE)) != NO_STATE)
            state = append_way(&l, state, last);
    if (state != entry && (last = find_last(&l, state, true, entry)) != NO_STATE)
        append_way(&l, state, last);
    memory_free(l.by);
    vector_free(&l.wanted);
    vector_free(&l.reached);
    vector_free(&l.way);
}
