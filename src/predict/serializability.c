#include "predict/serializability.h"

#include "base/memory.h"

#include <stdbool.h>

#define NONE UINT32_MAX

struct transaction {
    uint32_t begin; // event; NONE: an access outside of regions
    uint32_t first_edge;
};

// From one transaction to a later one. An edge between transactions of one thread has no events.
struct conflict_edge {
    uint32_t target;
    struct conflict conflict;
};
struct new_edge {
    uint32_t source;
    struct conflict_edge edge;
};

struct last_access {
    uint32_t thread, transaction, event; // transaction NONE: there is none
};

struct variable_state {
    uint32_t thread; // that accessed it, + 1
    bool shared;     // others did, too
    struct last_access write;
    VECTOR(struct last_access) reads; // since that, the last one of each thread
};

struct thread_regions {
    uint32_t depth;   // of regions
    uint32_t current; // transaction of the open region
    uint32_t last;    // transaction so far
};

struct conflict_graph {
    const struct event_trace *trace;
    struct variable_state *variables;
    struct thread_regions *threads;
    VECTOR(struct transaction) transactions;
    VECTOR(struct new_edge) new_edges;
    struct conflict_edge *edges; // by source
    uint32_t *component;         // of each transaction
    uint32_t *members;           // how many there are in a component
};

static bool is_read_or_write(const struct recorded_event *event)
{
    return event->kind == EVENT_READ || event->kind == EVENT_WRITE;
}

// ---- the graph

// Variables of one thread alone have no conflicts.
static void find_shared_variables(struct conflict_graph *g)
{
    for (uint32_t i = 0; i < g->trace->events.size; i++) {
        const struct recorded_event *event = &g->trace->events.data[i];
        if (!is_read_or_write(event))
            continue;
        struct variable_state *variable = &g->variables[event->operand];
        variable->shared |= variable->thread && variable->thread != event->thread + 1u;
        variable->thread = event->thread + 1u;
    }
}

static void add_conflict_edge(struct conflict_graph *g, uint32_t source, uint32_t target,
                              struct conflict conflict)
{
    vector_push(&g->new_edges, (struct new_edge){source, {target, conflict}});
}

static uint32_t add_transaction(struct conflict_graph *g, struct thread_regions *thread, uint32_t begin)
{
    uint32_t number = g->transactions.size;
    vector_push(&g->transactions, (struct transaction){.begin = begin});
    if (thread->last != NONE)
        add_conflict_edge(g, thread->last, number, (struct conflict){NONE, NONE});
    return thread->last = number;
}

static void add_conflict(struct conflict_graph *g, const struct last_access *before,
                         const struct last_access *after)
{
    if (before->transaction != NONE && before->thread != after->thread)
        add_conflict_edge(g, before->transaction, after->transaction,
                          (struct conflict){before->event, after->event});
}

static void note_last_read(struct variable_state *variable, const struct last_access *read)
{
    for (uint32_t i = 0; i < variable->reads.size; i++)
        if (variable->reads.data[i].thread == read->thread) {
            variable->reads.data[i] = *read;
            return;
        }
    vector_push(&variable->reads, *read);
}

static void add_graph_access(struct conflict_graph *g, uint32_t number)
{
    const struct recorded_event *event = &g->trace->events.data[number];
    struct variable_state *variable = &g->variables[event->operand];
    struct thread_regions *thread = &g->threads[event->thread];
    if (!variable->shared)
        return;
    uint32_t transaction = thread->depth ? thread->current : add_transaction(g, thread, NONE);
    struct last_access access = {event->thread, transaction, number};
    add_conflict(g, &variable->write, &access);
    if (event->kind == EVENT_READ) {
        note_last_read(variable, &access);
        return;
    }
    for (uint32_t i = 0; i < variable->reads.size; i++)
        add_conflict(g, &variable->reads.data[i], &access);
    vector_clear(&variable->reads);
    variable->write = access;
}

static void add_graph_event(struct conflict_graph *g, uint32_t number)
{
    const struct recorded_event *event = &g->trace->events.data[number];
    struct thread_regions *thread = &g->threads[event->thread];
    if (is_read_or_write(event))
        add_graph_access(g, number);
    else if (event->kind == EVENT_BEGIN && thread->depth++ == 0)
        thread->current = add_transaction(g, thread, number);
    else if (event->kind == EVENT_END)
        thread->depth--;
}

// Sorts the edges by their sources.
static void sort_edges(struct conflict_graph *g)
{
    vector_push(&g->transactions, (struct transaction){.begin = NONE}); // where the last one's edges end
    for (uint32_t i = 0; i < g->new_edges.size; i++)
        g->transactions.data[g->new_edges.data[i].source + 1].first_edge++;
    for (uint32_t i = 1; i < g->transactions.size; i++)
        g->transactions.data[i].first_edge += g->transactions.data[i - 1].first_edge;
    uint32_t *next = memory_alloc(g->transactions.size * sizeof *next);
    for (uint32_t i = 0; i < g->transactions.size; i++)
        next[i] = g->transactions.data[i].first_edge;
    g->edges = memory_alloc(((size_t)g->new_edges.size + 1) * sizeof *g->edges);
    for (uint32_t i = 0; i < g->new_edges.size; i++)
        g->edges[next[g->new_edges.data[i].source]++] = g->new_edges.data[i].edge;
    memory_free(next);
    vector_free(&g->new_edges);
    g->transactions.size--;
}

static void build_conflict_graph(struct conflict_graph *g)
{
    uint32_t variables = event_trace_count(g->trace, NAMES_VARIABLES);
    uint32_t threads = event_trace_count(g->trace, NAMES_THREADS);
    g->variables = memory_zalloc(variables, sizeof *g->variables);
    g->threads = memory_zalloc(threads, sizeof *g->threads);
    for (uint32_t i = 0; i < variables; i++)
        g->variables[i].write.transaction = NONE;
    for (uint32_t i = 0; i < threads; i++)
        g->threads[i].last = NONE;
    find_shared_variables(g);
    for (uint32_t i = 0; i < g->trace->events.size; i++)
        add_graph_event(g, i);
    for (uint32_t i = 0; i < variables; i++)
        vector_free(&g->variables[i].reads);
    memory_free(g->variables);
    memory_free(g->threads);
    sort_edges(g);
}

static uint32_t edges_begin(const struct conflict_graph *g, uint32_t transaction)
{
    return g->transactions.data[transaction].first_edge;
}

static uint32_t edges_end(const struct conflict_graph *g, uint32_t transaction)
{
    return g->transactions.data[transaction + 1].first_edge; // there is one more
}

// ---- strongly connected components

struct serializability_visit {
    uint32_t transaction, edge; // the next to be looked at
};

struct components {
    struct conflict_graph *graph;
    uint32_t *order, *low; // order: of visits, from 1; 0: not yet visited
    uint32_t visited, count;
    VECTOR(struct serializability_visit) path;
    VECTOR(uint32_t) open; // in no component yet
};

static void enter_transaction(struct components *c, uint32_t transaction)
{
    c->order[transaction] = c->low[transaction] = ++c->visited;
    vector_push(&c->path, (struct serializability_visit){transaction, edges_begin(c->graph, transaction)});
    vector_push(&c->open, transaction);
}

static void close_component(struct components *c, uint32_t root)
{
    uint32_t members = 0, transaction;
    do {
        transaction = vector_pop(&c->open);
        c->graph->component[transaction] = c->count;
        members++;
    } while (transaction != root);
    c->graph->members[c->count++] = members;
}

static void lower_to(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

static void visit_transactions_from(struct components *c, uint32_t start)
{
    enter_transaction(c, start);
    while (c->path.size) {
        struct serializability_visit *visit = &vector_last(&c->path);
        uint32_t transaction = visit->transaction;
        if (visit->edge < edges_end(c->graph, transaction)) {
            uint32_t target = c->graph->edges[visit->edge++].target;
            if (!c->order[target])
                enter_transaction(c, target);
            else if (c->graph->component[target] == NONE)
                lower_to(&c->low[transaction], c->order[target]);
            continue;
        }
        (void)vector_pop(&c->path);
        if (c->low[transaction] == c->order[transaction])
            close_component(c, transaction);
        if (c->path.size)
            lower_to(&c->low[vector_last(&c->path).transaction], c->low[transaction]);
    }
}

static void find_strong_components(struct conflict_graph *g)
{
    uint32_t size = g->transactions.size;
    struct components c = {.graph = g};
    c.order = memory_zalloc(size, sizeof *c.order);
    c.low = memory_zalloc(size, sizeof *c.low);
    g->component = memory_alloc(((size_t)size + 1) * sizeof *g->component);
    g->members = memory_zalloc(size, sizeof *g->members);
    memset(g->component, 0xff, size * sizeof *g->component);
    for (uint32_t i = 0; i < size; i++)
        if (!c.order[i])
            visit_transactions_from(&c, i);
    memory_free(c.order);
    memory_free(c.low);
    vector_free(&c.path);
    vector_free(&c.open);
}

// ---- cycles

struct serializability_cycles {
    struct conflict_graph *graph;
    uint32_t *reached_by; // the edge by which a transaction was reached, and
    uint32_t *reached_in; // in which search
    uint32_t *source;     // of that edge
    uint32_t search;
    VECTOR(uint32_t) queue, path; // path: edges
    VECTOR(struct conflict) cycle;
    bool *known_places, *known_regions;
};

static void reach_transaction(struct serializability_cycles *c, uint32_t source, uint32_t edge)
{
    uint32_t target = c->graph->edges[edge].target;
    if (c->reached_in[target] == c->search || c->graph->component[target] != c->graph->component[source])
        return;
    c->reached_in[target] = c->search;
    c->reached_by[target] = edge;
    c->source[target] = source;
    vector_push(&c->queue, target);
}

// The edges of a shortest cycle through a transaction that is on one.
static void find_cycle(struct serializability_cycles *c, uint32_t transaction)
{
    c->search++;
    vector_clear(&c->queue);
    vector_push(&c->queue, transaction);
    for (uint32_t next = 0; c->reached_in[transaction] != c->search; next++) {
        uint32_t source = c->queue.data[next];
        for (uint32_t e = edges_begin(c->graph, source); e < edges_end(c->graph, source); e++)
            reach_transaction(c, source, e);
    }
    vector_clear(&c->path);
    for (uint32_t at = transaction;;) {
        vector_push(&c->path, c->reached_by[at]);
        at = c->source[at];
        if (at == transaction)
            break;
    }
    for (uint32_t i = 0, j = c->path.size - 1; i < j; i++, j--) {
        uint32_t edge = c->path.data[i];
        c->path.data[i] = c->path.data[j];
        c->path.data[j] = edge;
    }
}

// The edge of the path that leaves the transaction which it comes back to too late. There is one: otherwise
// the events of the cycle would come ever later.
static uint32_t find_late(const struct serializability_cycles *c)
{
    uint32_t size = c->path.size;
    for (uint32_t i = 0; i < size; i++) {
        const struct conflict *out = &c->graph->edges[c->path.data[i]].conflict;
        const struct conflict *in = &c->graph->edges[c->path.data[(i + size - 1) % size]].conflict;
        if (out->first != NONE && in->second != NONE && out->first < in->second)
            return i;
    }
    return 0;
}

// Whether no region that begins there was looked at.
static bool is_new_region(struct serializability_cycles *c, uint32_t begin)
{
    const struct recorded_event *event = &c->graph->trace->events.data[begin];
    bool has_place = event_trace_name_of(c->graph->trace, NAMES_PLACES, event->place)[0];
    bool *known = has_place ? &c->known_places[event->place] : &c->known_regions[event->operand];
    bool answer = !*known;
    *known = true;
    return answer;
}

static uint32_t region_of(const struct serializability_cycles *c, uint32_t late)
{
    uint32_t size = c->path.size, before = c->path.data[(late + size - 1) % size];
    return c->graph->transactions.data[c->graph->edges[before].target].begin;
}

static void rotate_cycle(struct serializability_cycles *c, uint32_t late)
{
    vector_clear(&c->cycle);
    for (uint32_t i = 0; i < c->path.size; i++) {
        const struct conflict_edge *edge = &c->graph->edges[c->path.data[(late + i) % c->path.size]];
        if (edge->conflict.first != NONE)
            vector_push(&c->cycle, edge->conflict);
    }
}

uint64_t serializability(const struct event_trace *trace,
                         void (*found)(void *context, uint32_t begin, const struct conflict *cycle,
                                       uint32_t count),
                         void *context)
{
    struct conflict_graph g = {.trace = trace};
    build_conflict_graph(&g);
    find_strong_components(&g);
    uint32_t size = g.transactions.size;
    uint64_t count = 0;
    struct serializability_cycles c = {.graph = &g};
    c.reached_by = memory_zalloc(size, sizeof *c.reached_by);
    c.reached_in = memory_zalloc(size, sizeof *c.reached_in);
    c.source = memory_zalloc(size, sizeof *c.source);
    c.known_places = memory_zalloc(event_trace_count(trace, NAMES_PLACES), sizeof *c.known_places);
    c.known_regions = memory_zalloc(event_trace_count(trace, NAMES_REGIONS), sizeof *c.known_regions);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t begin = g.transactions.data[i].begin;
        if (begin == NONE || g.members[g.component[i]] == 1)
            continue;
        count++;
        if (!is_new_region(&c, begin))
            continue;
        find_cycle(&c, i);
        uint32_t late = find_late(&c), region = region_of(&c, late);
        if (region != begin && !is_new_region(&c, region))
            continue;
        rotate_cycle(&c, late);
        found(context, region, c.cycle.data, c.cycle.size);
    }
    memory_free(c.reached_by);
    memory_free(c.reached_in);
    memory_free(c.source);
    memory_free(c.known_places);
    memory_free(c.known_regions);
    vector_free(&c.queue);
    vector_free(&c.path);
    vector_free(&c.cycle);
    vector_free(&g.transactions);
    memory_free(g.edges);
    memory_free(g.component);
    memory_free(g.members);
    return count;
}

// ---- the check

// The event that begins the outermost region around an event; the event itself outside of regions.
static uint32_t transaction_of(const struct event_trace *trace, uint32_t number)
{
    uint32_t thread = trace->events.data[number].thread, depth = 0, begin = NONE;
    for (uint32_t i = 0; i <= number; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        if (event->thread != thread)
            continue;
        if (event->kind == EVENT_BEGIN && depth++ == 0)
            begin = i;
        else if (event->kind == EVENT_END)
            depth--;
    }
    return depth ? begin : number;
}

static bool is_conflict(const struct event_trace *trace, const struct conflict *conflict)
{
    if (conflict->first >= conflict->second || conflict->second >= trace->events.size)
        return false;
    const struct recorded_event *first = &trace->events.data[conflict->first];
    const struct recorded_event *second = &trace->events.data[conflict->second];
    return is_read_or_write(first) && is_read_or_write(second) && first->operand == second->operand &&
           first->thread != second->thread && (first->kind == EVENT_WRITE || second->kind == EVENT_WRITE);
}

const char *serializability_check(const struct event_trace *trace, uint32_t begin,
                                  const struct conflict *cycle, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_conflict(trace, &cycle[i]))
            return "two events of the cycle are in no conflict";
        if (i == 0)
            continue;
        uint32_t before = cycle[i - 1].second, after = cycle[i].first;
        if (trace->events.data[before].thread != trace->events.data[after].thread)
            return "the cycle goes from one thread to another without a conflict";
        if (before > after && transaction_of(trace, before) != transaction_of(trace, after))
            return "the cycle goes back in a thread";
    }
    if (count < 2 || trace->events.data[begin].kind != EVENT_BEGIN ||
        transaction_of(trace, cycle[0].first) != begin ||
        transaction_of(trace, cycle[count - 1].second) != begin || cycle[0].first >= cycle[count - 1].second)
        return "the cycle does not begin and end in the region";
    return NULL;
}
