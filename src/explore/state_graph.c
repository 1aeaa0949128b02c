#include "explore/state_graph.h"

#include "base/memory.h"
#include "machine/machine.h"

void state_graph_free(struct state_graph *g)
{
    vector_free(&g->nodes);
    vector_free(&g->edges);
    vector_free(&g->answers);
}

// ---- neighbours

static uint32_t edge_end(const struct state_edge *e, bool outgoing)
{
    return outgoing ? e->from : e->to;
}

struct state_neighbours state_neighbours_new(const struct state_graph *g, bool outgoing)
{
    struct state_neighbours n = {memory_zalloc(g->nodes.size + 2, sizeof *n.first),
                                 memory_zalloc(g->edges.size + 1, sizeof *n.edge)};
    for (uint32_t k = 0; k < g->edges.size; k++)
        if (edge_end(&g->edges.data[k], outgoing) != NO_STATE)
            n.first[edge_end(&g->edges.data[k], outgoing) + 2]++;
    for (uint32_t k = 0; k < g->nodes.size; k++)
        n.first[k + 2] += n.first[k + 1];
    for (uint32_t k = 0; k < g->edges.size; k++)
        if (edge_end(&g->edges.data[k], outgoing) != NO_STATE)
            n.edge[n.first[edge_end(&g->edges.data[k], outgoing) + 1]++] = k;
    return n;
}

void state_neighbours_free(struct state_neighbours *n)
{
    memory_free(n->first);
    memory_free(n->edge);
}

// ---- threads that go round for ever

// Marks the states from which some thread can advance.
static void mark_advancing(const struct state_graph *g, bool *advancing)
{
    struct state_neighbours incoming = state_neighbours_new(g, false);
    VECTOR(uint32_t) work = {0};
    for (uint32_t k = 0; k < g->edges.size; k++) {
        const struct state_edge *e = &g->edges.data[k];
        if (e->advances && e->from != NO_STATE && !advancing[e->from]) {
            advancing[e->from] = true;
            vector_push(&work, e->from);
        }
    }
    while (work.size) {
        uint32_t state = vector_pop(&work);
        for (uint32_t k = incoming.first[state]; k < incoming.first[state + 1]; k++) {
            uint32_t from = g->edges.data[incoming.edge[k]].from;
            if (from != NO_STATE && !advancing[from]) {
                advancing[from] = true;
                vector_push(&work, from);
            }
        }
    }
    vector_free(&work);
    state_neighbours_free(&incoming);
}

// Where a thread that goes on alone from a state in which nobody advances gets to; NO_STATE: it waits.
static void follow_alone(const struct state_graph *g, const bool *advancing, uint32_t thread, uint32_t *next)
{
    for (uint32_t k = 0; k < g->nodes.size; k++)
        next[k] = NO_STATE;
    for (uint32_t k = 0; k < g->edges.size; k++) {
        const struct state_edge *e = &g->edges.data[k];
        if (e->thread == thread && e->from != NO_STATE && !advancing[e->from])
            next[e->from] = e->to;
    }
}

// Takes those states out of `stuck` from which the thread goes on, and does not come back.
static void keep_cycles(const uint32_t *next, uint32_t count, uint32_t *visit, bool *stuck)
{
    enum { NEVER, ON_CYCLE, FIRST_VISIT };
    memset(visit, 0, count * sizeof *visit);
    for (uint32_t begin = 0; begin < count; begin++) {
        uint32_t at = begin;
        while (at != NO_STATE && visit[at] == NEVER) {
            visit[at] = begin + FIRST_VISIT;
            at = next[at];
        }
        while (at != NO_STATE && visit[at] == begin + FIRST_VISIT) {
            visit[at] = ON_CYCLE;
            at = next[at];
        }
    }
    for (uint32_t k = 0; k < count; k++)
        stuck[k] = stuck[k] && (next[k] == NO_STATE || visit[k] == ON_CYCLE);
}

// States in which some thread is enabled, and nobody ever advances.
static void mark_stuck_states(const struct state_graph *g, const bool *advancing, bool *stuck)
{
    for (uint32_t k = 0; k < g->edges.size; k++)
        if (g->edges.data[k].from != NO_STATE)
            stuck[g->edges.data[k].from] = true;
    for (uint32_t k = 0; k < g->nodes.size; k++)
        stuck[k] = stuck[k] && !advancing[k] && !g->nodes.data[k].excused && g->nodes.data[k].waits;
}

static uint32_t thread_limit(const struct state_graph *g)
{
    uint32_t limit = 0;
    for (uint32_t k = 0; k < g->edges.size; k++)
        limit = g->edges.data[k].thread >= limit ? g->edges.data[k].thread + 1u : limit;
    return limit;
}

// Takes those states out of `stuck` that the known ones are or lead to.
static void leave_out_known(const struct state_graph *g, const state_list *known, bool *stuck)
{
    struct state_neighbours outgoing = state_neighbours_new(g, true);
    state_list work = {0};
    for (uint32_t k = 0; k < known->size; k++) {
        stuck[known->data[k]] = false;
        vector_push(&work, known->data[k]);
    }
    while (work.size) {
        uint32_t state = vector_pop(&work);
        for (uint32_t k = outgoing.first[state]; k < outgoing.first[state + 1]; k++) {
            uint32_t to = g->edges.data[outgoing.edge[k]].to;
            if (stuck[to])
                vector_push(&work, to);
            stuck[to] = false;
        }
    }
    vector_free(&work);
    state_neighbours_free(&outgoing);
}

// Takes those states out of `stuck` from which one of the others can be reached.
static void leave_out_before(const struct state_graph *g, const state_list *others, bool *stuck)
{
    struct state_neighbours incoming = state_neighbours_new(g, false);
    bool *seen = memory_zalloc(g->nodes.size + 1, sizeof *seen);
    state_list work = {0};
    for (uint32_t k = 0; k < others->size; k++)
        vector_push(&work, others->data[k]);
    while (work.size) {
        uint32_t state = vector_pop(&work);
        if (state == NO_STATE || seen[state])
            continue;
        seen[state] = true;
        stuck[state] = false;
        for (uint32_t k = incoming.first[state]; k < incoming.first[state + 1]; k++)
            vector_push(&work, g->edges.data[incoming.edge[k]].from);
    }
    vector_free(&work);
    memory_free(seen);
    state_neighbours_free(&incoming);
}

uint32_t state_graph_find_stuck(const struct state_graph *g, const state_list *known,
                                const state_list *serving)
{
    uint32_t count = g->nodes.size, found = NO_STATE;
    bool *advancing = memory_zalloc(count + 1, sizeof *advancing),
         *stuck = memory_zalloc(count + 1, sizeof *stuck);
    uint32_t *next = memory_zalloc(count + 1, sizeof *next), *visit = memory_zalloc(count + 1, sizeof *visit);
    mark_advancing(g, advancing);
    mark_stuck_states(g, advancing, stuck);
    for (uint32_t thread = 0, limit = thread_limit(g); thread < limit; thread++) {
        follow_alone(g, advancing, thread, next);
        keep_cycles(next, count, visit, stuck);
    }
    leave_out_known(g, known, stuck);
    if (serving->size)
        leave_out_before(g, serving, stuck);
    for (uint32_t k = 0; k < count && found == NO_STATE; k++)
        if (stuck[k])
            found = k;
    memory_free(advancing);
    memory_free(stuck);
    memory_free(next);
    memory_free(visit);
    return found;
}

// ---- ways

// By state: the edge by which it is reached first, breadth first, as an index into graph.edges; NO_STATE: not
// reached. Ends at the goal, if there is one. `reached`: the states in this order, appended.
static uint32_t *first_edges(const struct state_graph *g, uint32_t goal, state_list *reached)
{
    struct state_neighbours outgoing = state_neighbours_new(g, true);
    uint32_t *by = memory_zalloc(g->nodes.size + 1, sizeof *by), looked = 0;
    for (uint32_t k = 0; k < g->nodes.size; k++)
        by[k] = NO_STATE;
    for (uint32_t k = 0; k < g->edges.size; k++) {
        const struct state_edge *e = &g->edges.data[k];
        if (e->from == NO_STATE && by[e->to] == NO_STATE) {
            by[e->to] = k;
            vector_push(reached, e->to);
        }
    }
    while (looked < reached->size && (goal == NO_STATE || by[goal] == NO_STATE)) {
        uint32_t state = reached->data[looked++];
        for (uint32_t k = outgoing.first[state]; k < outgoing.first[state + 1]; k++) {
            uint32_t to = g->edges.data[outgoing.edge[k]].to;
            if (by[to] == NO_STATE) {
                by[to] = outgoing.edge[k];
                vector_push(reached, to);
            }
        }
    }
    state_neighbours_free(&outgoing);
    return by;
}

uint32_t *state_graph_ranks(const struct state_graph *g)
{
    state_list reached = {0};
    uint32_t *ranks = first_edges(g, NO_STATE, &reached);
    for (uint32_t k = 0; k < g->nodes.size; k++)
        ranks[k] = NO_STATE;
    for (uint32_t k = 0; k < reached.size; k++)
        ranks[reached.data[k]] = k;
    vector_free(&reached);
    return ranks;
}

void state_graph_path(const struct state_graph *g, uint32_t state, state_path *path)
{
    state_list reached = {0};
    uint32_t *by = first_edges(g, state, &reached), first = path->size;
    for (uint32_t at = state; at != NO_STATE; at = g->edges.data[by[at]].from)
        vector_push(path, by[at]);
    for (uint32_t i = first, k = path->size; i + 1 < k; i++) {
        uint32_t other = path->data[--k];
        path->data[k] = path->data[i];
        path->data[i] = other;
    }
    memory_free(by);
    vector_free(&reached);
}
