// A thread waits for ever in a loop with a way out, or since it is never enabled. For each such loop, with
// the calls below it, and for each thread, there is a part of the graph: the states in which the thread
// stands there, without its steps that leave the loop. What is sought are the fair components of that part
// (fair.h) in which the loop that the thread goes round has a way out. The states of all parts are collected
// in one pass over the graph.
#include "explore/livelock.h"

#include "base/hash.h"
#include "base/memory.h"
#include "explore/lasso.h"

#include <stdlib.h>

#define NO_CANDIDATE UINT32_MAX

struct livelock_candidate {
    uint32_t thread, outer; // outer: the call below, as a place
    uint32_t depth;         // of the frame of the loop; 0: the thread is denied
    struct loop_place loop;
    uint32_t begin, end; // its states
    uint32_t next;       // of the same place; NO_CANDIDATE: none
};

struct livelock_search {
    const struct state_graph *graph;
    const struct livelock_notes *notes;
    struct loop_exits *exits;
    VECTOR(struct livelock_candidate) candidates;
    struct index index; // of those with a loop
    uint32_t *by_place; // the first candidate with a loop in that frame; NO_CANDIDATE: none
    uint32_t by_thread[MACHINE_MAX_THREADS]; // the one of the thread that is denied
    uint32_t *states;                        // of all candidates
    uint32_t *ranks;
    struct state_neighbours outgoing;
    struct fair_graph fair;
    struct fair_search search;
    const struct livelock_candidate *candidate; // the present one
    bool choices;                               // steps with choices count
    struct livelock best;                       // of it; rank NO_STATE: none
    state_list wanted;                          // scratch
};

// ---- candidates

static uint32_t candidate_of(struct livelock_search *s, const struct call_place *place,
                             struct loop_place loop)
{
    uint64_t hash =
        hash_combine(hash_combine((uint64_t)place->outer << 32 | place->thread, loop.function), loop.loop);
    for (uint32_t at = index_begin(hash), k; (k = index_next(&s->index, hash, &at)) != INDEX_NONE;) {
        const struct livelock_candidate *c = &vector_at(&s->candidates, k);
        if (c->thread == place->thread && c->outer == place->outer && c->loop.function == loop.function &&
            c->loop.loop == loop.loop)
            return k;
    }
    vector_push(&s->candidates, (struct livelock_candidate){.thread = place->thread,
                                                            .outer = place->outer,
                                                            .depth = place->depth,
                                                            .loop = loop,
                                                            .next = NO_CANDIDATE});
    index_add(&s->index, hash, s->candidates.size - 1);
    return s->candidates.size - 1;
}

// The loops around each place that have a way out are candidates. Each candidate knows the next one around
// it, so that a place only has to know the innermost one.
static void find_candidate_loops(struct livelock_search *s)
{
    const struct livelock_notes *n = s->notes;
    s->by_place = memory_zalloc((size_t)n->places.size + 1, sizeof *s->by_place);
    for (uint32_t k = 0; k < n->places.size; k++) {
        const struct call_place *p = &n->places.data[k];
        uint32_t inner = NO_CANDIDATE;
        s->by_place[k] = NO_CANDIDATE;
        if (p->code == NO_CODE)
            continue;
        for (struct loop_place loop = loop_exits_at(s->exits, p->code); loop.function != NO_FUNCTION;
             loop = loop_exits_outer(s->exits, loop)) {
            if (!loop_exits_lead_out(s->exits, loop))
                continue;
            uint32_t c = candidate_of(s, p, loop);
            if (inner == NO_CANDIDATE)
                s->by_place[k] = c;
            else
                s->candidates.data[inner].next = c;
            inner = c;
        }
    }
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++)
        s->by_thread[t] = NO_CANDIDATE;
    for (uint32_t k = 0; k < n->threads.size; k++) {
        const struct thread_note *t = &n->threads.data[k];
        if (!t->denied || s->by_thread[t->thread] != NO_CANDIDATE)
            continue;
        s->by_thread[t->thread] = s->candidates.size;
        vector_push(&s->candidates, (struct livelock_candidate){.thread = t->thread, .next = NO_CANDIDATE});
    }
}

// Adds the state to the candidate, or only counts it.
static void add_state(struct livelock_search *s, uint32_t candidate, uint32_t state)
{
    struct livelock_candidate *c = &s->candidates.data[candidate];
    if (s->states)
        s->states[c->end] = state;
    c->end++;
}

static void add_states(struct livelock_search *s)
{
    const struct livelock_notes *n = s->notes;
    for (uint32_t state = 0; state < s->graph->nodes.size; state++) {
        if (s->graph->nodes.data[state].excused)
            continue;
        for (uint32_t k = n->begins.data[state]; k < livelock_notes_end(n, state); k++) {
            const struct thread_note *t = &n->threads.data[k];
            if (t->denied)
                add_state(s, s->by_thread[t->thread], state);
            for (uint32_t p = t->place; p != NO_CALL_PLACE; p = n->places.data[p].outer)
                for (uint32_t c = s->by_place[p]; c != NO_CANDIDATE; c = s->candidates.data[c].next)
                    add_state(s, c, state);
        }
    }
}

static void collect_states(struct livelock_search *s)
{
    uint32_t total = 0;
    add_states(s);
    for (uint32_t k = 0; k < s->candidates.size; k++) {
        struct livelock_candidate *c = &s->candidates.data[k];
        uint32_t count = c->end;
        c->begin = c->end = total;
        total += count;
    }
    s->states = memory_zalloc((size_t)total + 1, sizeof *s->states);
    add_states(s);
}

// ---- the part of the graph of a candidate

static bool has_edge(const void *context, uint32_t edge)
{
    const struct livelock_search *s = context;
    const struct state_edge *e = &s->graph->edges.data[edge];
    const struct livelock_candidate *c = s->candidate;
    if (!s->choices && e->answers != e->answer_end)
        return false;
    return e->thread != c->thread || !c->depth ||
           loop_seen_is_within(s->exits, &s->notes->rounds.data[edge], c->depth, c->loop);
}

// The loop that the thread goes round in the component. Of its edges those are wanted on a cycle which it
// takes to tell.
static struct loop_seen look_at_rounds(struct livelock_search *s, const struct fair_component *component)
{
    struct loop_seen seen = {0};
    s->wanted.size = 0;
    for (uint32_t k = 0; k < component->count; k++) {
        uint32_t state = component->states[k];
        for (uint32_t n = s->outgoing.first[state]; n < s->outgoing.first[state + 1]; n++) {
            uint32_t edge = s->outgoing.edge[n];
            if (s->graph->edges.data[edge].thread != s->candidate->thread ||
                !fair_has_edge(&s->fair, component, edge))
                continue;
            struct loop_seen before = seen;
            loop_seen_unite(s->exits, &seen, &s->notes->rounds.data[edge]);
            if (before.depth != seen.depth || before.loop.function != seen.loop.function ||
                before.loop.loop != seen.loop.loop)
                vector_push(&s->wanted, edge);
        }
    }
    return seen;
}

static void look_at_component(void *context, const struct fair_component *component)
{
    struct livelock_search *s = context;
    const struct livelock_candidate *c = s->candidate;
    struct loop_seen seen = look_at_rounds(s, component);
    if (c->depth &&
        (seen.depth != c->depth || seen.loop.function != c->loop.function || seen.loop.loop != c->loop.loop))
        return; // of an inner loop, which is a candidate itself if it has a way out
    uint32_t entry = component->states[0];
    for (uint32_t k = 1; k < component->count; k++)
        if (s->ranks[component->states[k]] < s->ranks[entry])
            entry = component->states[k];
    if (s->ranks[entry] >= s->best.rank)
        return;
    s->best.cycle.size = 0;
    s->best.seen = seen;
    s->best.entry = entry;
    s->best.rank = s->ranks[entry];
    lasso_find(&s->fair, component, entry, &s->wanted, &s->best.cycle);
}

// ---- all of them

static bool is_same_livelock(const struct livelock *a, const struct livelock *b)
{
    return a->thread == b->thread && a->denied == b->denied &&
           (a->denied ||
            (a->seen.loop.function == b->seen.loop.function && a->seen.loop.loop == b->seen.loop.loop));
}

// One for each thread and loop is enough: the nearest.
static void keep_best_livelock(struct livelock_search *s, livelock_list *found)
{
    for (uint32_t k = 0; k < found->size; k++) {
        struct livelock *other = &found->data[k];
        if (!is_same_livelock(other, &s->best))
            continue;
        struct livelock worse = s->best.rank < other->rank ? *other : s->best;
        if (s->best.rank < other->rank)
            *other = s->best;
        vector_free(&worse.cycle);
        return;
    }
    vector_push(found, s->best);
}

static void look_for(struct livelock_search *s, bool choices, livelock_list *found)
{
    s->choices = choices;
    for (uint32_t k = 0; k < s->candidates.size; k++) {
        const struct livelock_candidate *c = s->candidate = &s->candidates.data[k];
        s->best = (struct livelock){
            .thread = c->thread, .denied = c->depth == 0, .certain = !choices, .rank = NO_STATE};
        fair_components(&s->search, &s->fair, s->states + c->begin, c->end - c->begin, look_at_component, s);
        if (s->best.rank != NO_STATE)
            keep_best_livelock(s, found);
    }
}

static int compare_ranks(const void *a, const void *b)
{
    const struct livelock *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->thread != y->thread ? (x->thread < y->thread ? -1 : 1) : 0;
}

void livelock_find(const struct state_graph *graph, const struct livelock_notes *notes,
                   struct loop_exits *exits, livelock_list *found)
{
    struct livelock_search s = {.graph = graph,
                                .notes = notes,
                                .exits = exits,
                                .ranks = state_graph_ranks(graph),
                                .outgoing = state_neighbours_new(graph, true)};
    s.fair =
        (struct fair_graph){.graph = graph, .outgoing = &s.outgoing, .has_edge = has_edge, .context = &s};
    find_candidate_loops(&s);
    collect_states(&s);
    look_for(&s, false, found);
    if (!found->size)
        look_for(&s, true, found);
    if (found->size)
        qsort(found->data, found->size, sizeof *found->data, compare_ranks);
    vector_free(&s.candidates);
    index_free(&s.index);
    memory_free(s.by_place);
    memory_free(s.states);
    memory_free(s.ranks);
    state_neighbours_free(&s.outgoing);
    fair_search_free(&s.search);
    vector_free(&s.wanted);
}

void livelock_list_free(livelock_list *list)
{
    for (uint32_t k = 0; k < list->size; k++)
        vector_free(&list->data[k].cycle);
    vector_free(list);
}
