#include "explore/trace.h"

#include "base/hash.h"

#include <stdlib.h>

// Granules of memory that chains are kept for. Objects start at multiples of it, so that a granule is part of
// one object.
#define GRANULE 32u
// Accesses to more than this many granules stand in one chain of their own, looked at for every access.
#define WIDE_GRANULES 64u
#define WIDE_CHAIN ((uint64_t)1 << 62)

void trace_init(struct trace *trace)
{
    memset(trace, 0, sizeof *trace);
    clock_store_init(&trace->ticks);
    memset(trace->present, 0xff, sizeof trace->present); // NO_EVENT
}

void trace_free(struct trace *trace)
{
    vector_free(&trace->events);
    vector_free(&trace->records);
    vector_free(&trace->clocks);
    clock_store_free(&trace->ticks);
    vector_free(&trace->races);
    vector_free(&trace->edges);
    vector_free(&trace->chains);
    index_free(&trace->chain_index);
}

// ---- chains

static struct granule_chains *find_chains(const struct trace *trace, uint64_t granule)
{
    uint64_t hash = hash_mix(granule);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&trace->chain_index, hash, &at)) != INDEX_NONE;)
        if (trace->chains.data[n].granule == granule)
            return &trace->chains.data[n];
    return NULL;
}

// Whether two accesses of one chain conflict with the same accesses.
static bool conflict_alike(const struct access *a, const struct access *b)
{
    return a->address == b->address && a->size == b->size && a->commute == b->commute;
}

// The bytes of a granule that an access touches, and one at least, a bit each. In the chain of wide accesses
// all count as touching all.
static uint32_t bytes_touched(const struct access *access, uint64_t granule)
{
    _Static_assert(GRANULE == 32, "a bit for each byte");
    if (granule == WIDE_CHAIN)
        return UINT32_MAX;
    uint64_t begin = granule * GRANULE, last = access->address + (access->size ? access->size - 1 : 0);
    unsigned from = access->address > begin ? (unsigned)(access->address - begin) : 0;
    unsigned to = last < begin + GRANULE ? (unsigned)(last - begin) : GRANULE - 1;
    return UINT32_MAX << from & UINT32_MAX >> (GRANULE - 1 - to);
}

static uint32_t depth_of(const struct trace *trace, uint32_t record)
{
    return record == NO_EVENT ? 0 : trace->records.data[record].depth;
}

// Sets how far the record jumps: behind `p`, the one before it, or over two jumps of equal length from there.
static void set_jump(const struct trace *trace, struct access_record *r, const struct access_record *p)
{
    r->depth = p ? p->depth + 1 : 1;
    r->jump = r->previous;
    r->jumped = r->bytes;
    if (!p || p->jump == NO_EVENT)
        return;
    const struct access_record *middle = &trace->records.data[p->jump];
    if (p->depth - middle->depth != middle->depth - depth_of(trace, middle->jump))
        return;
    r->jump = middle->jump;
    r->jumped |= p->jumped | middle->jumped;
}

static void add_access_record(struct trace *trace, uint64_t granule, const struct access *access,
                              uint32_t event)
{
    struct granule_chains *chains = find_chains(trace, granule);
    if (!chains) {
        vector_push(&trace->chains, (struct granule_chains){granule, {NO_EVENT, NO_EVENT}});
        index_add(&trace->chain_index, hash_mix(granule), trace->chains.size - 1);
        chains = &vector_last(&trace->chains);
    }
    uint32_t previous = chains->head[access->write];
    const struct access_record *p = previous == NO_EVENT ? NULL : &trace->records.data[previous];
    struct access_record r = {.access = *access,
                              .event = event,
                              .previous = previous,
                              .bytes = bytes_touched(access, granule),
                              .other = previous,
                              .unlike = previous,
                              .chains = (uint32_t)(chains - trace->chains.data)};
    if (p && conflict_alike(&p->access, access)) {
        r.unlike = p->unlike;
        if (trace->events.data[p->event].thread == trace->events.data[event].thread)
            r.other = p->other;
    }
    set_jump(trace, &r, p);
    vector_push(&trace->records, r);
    chains->head[access->write] = trace->records.size - 1;
}

static bool is_wide_access(const struct access *a)
{
    return a->size / GRANULE >= WIDE_GRANULES;
}

static uint64_t first_granule(const struct access *a)
{
    return a->address / GRANULE;
}

static uint64_t last_granule(const struct access *a)
{
    return (a->address + (a->size ? a->size - 1 : 0)) / GRANULE;
}

// ---- clocks

// A new present clock for the thread, a copy of the old one.
static uint32_t push_clock(struct trace *trace, uint32_t thread)
{
    uint32_t previous = trace->present[thread];
    clock_store_widen(&trace->ticks, thread);
    vector_push(&trace->clocks, (struct clock_record){thread, previous});
    _Static_assert(NO_EVENT == CLOCK_NEW, "a thread without a clock begins with an empty one");
    return trace->present[thread] = clock_store_push(&trace->ticks, previous);
}

void trace_edge(struct trace *trace, uint32_t from, uint32_t to)
{
    vector_push(&trace->edges, (struct trace_edge){from, to, trace->events.size});
    push_clock(trace, to);
    if (trace->present[from] != NO_EVENT)
        clock_store_join(&trace->ticks, trace->present[from]);
}

// ---- marks

struct trace_mark trace_mark(const struct trace *trace)
{
    return (struct trace_mark){trace->events.size, trace->records.size, trace->clocks.size, trace->races.size,
                               trace->edges.size};
}

void trace_undo(struct trace *trace, const struct trace_mark *mark)
{
    trace->events.size = mark->events;
    trace->races.size = mark->races;
    trace->edges.size = mark->edges;
    while (trace->records.size > mark->records) {
        const struct access_record *r = &vector_pop(&trace->records);
        trace->chains.data[r->chains].head[r->access.write] = r->previous;
    }
    while (trace->clocks.size > mark->clocks) {
        const struct clock_record *c = &vector_pop(&trace->clocks);
        trace->present[c->thread] = c->previous;
    }
    clock_store_cut(&trace->ticks, trace->clocks.size);
}

// ---- conflicts

static bool covers_access(const struct access *a, const struct access *b)
{
    return a->write && !a->commute && a->address <= b->address &&
           a->address + a->size >= b->address + b->size;
}

struct conflict_walk {
    const struct trace *trace;
    const struct access *access;
    uint32_t thread, before;
    uint32_t bytes;  // of the granule, that the access touches
    uint32_t oldest; // events before this one are not to be visited
    bool unordered;
    bool (*visit)(void *, uint32_t);
    void *context;
};

// Along one chain. Everything older than a write that covers the access (and does not commute) conflicts with
// that write, and so happens before it: where the write happens before the next operation, so does the rest;
// and where it does not, the rest is ordered with it. Of a run of alike accesses of one thread, too, the
// newest decides: the rest happens before it. Of a run of alike accesses of any threads none conflicts if the
// newest does not.
static void walk_chain(struct conflict_walk *w, uint32_t head)
{
    const struct access_record *r;
    for (uint32_t k = head, next; k != NO_EVENT; k = next) {
        r = &w->trace->records.data[k];
        next = r->previous;
        if (r->event < w->oldest)
            return;
        if (!(r->jumped & w->bytes)) {
            next = r->jump;
            continue;
        }
        if (r->event >= w->before)
            continue;
        if (!access_conflict(&r->access, w->access)) {
            next = r->unlike;
            continue;
        }
        next = r->other;
        if (!trace_before_next(w->trace, r->event, w->thread)) {
            if (!w->visit(w->context, r->event))
                return;
            if (!w->unordered) {
                next = r->previous;
                continue;
            }
        }
        if (covers_access(&r->access, w->access)) {
            w->oldest = r->event;
            return;
        }
    }
}

static void walk_granule(struct conflict_walk w, uint64_t granule)
{
    const struct granule_chains *chains = find_chains(w.trace, granule);
    if (!chains)
        return;
    uint32_t newest_read = chains->head[false];
    w.bytes = bytes_touched(w.access, granule);
    walk_chain(&w, chains->head[true]);
    if (w.access->write)
        walk_chain(&w, newest_read);
}

// An access so wide that every chain may hold something.
static void walk_all(const struct conflict_walk *w)
{
    for (uint32_t k = w->trace->records.size; k-- > 0;) {
        const struct access_record *r = &w->trace->records.data[k];
        if (r->event < w->before && access_conflict(&r->access, w->access) &&
            !trace_before_next(w->trace, r->event, w->thread) && !w->visit(w->context, r->event))
            return;
    }
}

void trace_conflicts(const struct trace *trace, uint32_t t, const struct access *access, uint32_t before,
                     bool unordered, bool (*visit)(void *context, uint32_t event), void *context)
{
    struct conflict_walk w = {trace, access, t, before, 0, 0, unordered, visit, context};
    if (is_wide_access(access)) {
        walk_all(&w);
        return;
    }
    if (trace->has_wide)
        walk_granule(w, WIDE_CHAIN);
    for (uint64_t g = first_granule(access); g <= last_granule(access); g++)
        walk_granule(w, g);
}

struct joining {
    struct trace *trace;
    uint32_t event;
    bool collect;
};

static bool join_event(void *context, uint32_t event)
{
    struct joining *j = context;
    clock_store_join(&j->trace->ticks, j->trace->events.data[event].clock);
    if (j->collect)
        vector_push(&j->trace->races, (struct race){event, j->event});
    return true;
}

static bool collect_race(void *context, uint32_t event)
{
    struct joining *j = context;
    vector_push(&j->trace->races, (struct race){event, j->event});
    return true;
}

static int by_first_event(const void *a, const void *b)
{
    uint32_t x = ((const struct race *)a)->first, y = ((const struct race *)b)->first;
    return x < y ? 1 : x > y ? -1 : 0;
}

// The races of one event, from `begin` on: latest first, each once, and, but for operations that may block,
// only those that no other one orders.
static void sort_races(struct trace *trace, uint32_t begin, bool all)
{
    uint32_t count = trace->races.size - begin, kept = begin;
    if (count < 2)
        return;
    qsort(trace->races.data + begin, count, sizeof *trace->races.data, by_first_event);
    for (uint32_t k = begin; k < begin + count; k++) {
        struct race race = trace->races.data[k];
        bool drop = kept > begin && trace->races.data[kept - 1].first == race.first;
        for (uint32_t i = begin; i < kept && !drop && !all; i++)
            drop = trace_before(trace, race.first, trace->races.data[i].first);
        if (!drop)
            trace->races.data[kept++] = race;
    }
    trace->races.size = kept;
}

uint32_t trace_add(struct trace *trace, struct event event, const struct access *accesses, uint32_t count)
{
    uint32_t index = trace->events.size, races = trace->races.size, thread = event.thread;
    struct joining joining = {trace, index, trace->collect_races && !event.may_block};
    if (trace->collect_races && event.may_block)
        for (uint32_t k = 0; k < count; k++)
            trace_conflicts(trace, thread, &accesses[k], index, false, collect_race, &joining);
    event.before = trace->present[thread];
    event.clock = push_clock(trace, thread);
    for (uint32_t k = 0; k < count; k++)
        trace_conflicts(trace, thread, &accesses[k], index, true, join_event, &joining);
    sort_races(trace, races, event.may_block);
    event.count = clock_store_tick(&trace->ticks, event.clock, thread) + 1;
    clock_store_set(&trace->ticks, thread, event.count);
    vector_push(&trace->events, event);
    for (uint32_t k = 0; k < count; k++) {
        if (is_wide_access(&accesses[k])) {
            trace->has_wide = true;
            add_access_record(trace, WIDE_CHAIN, &accesses[k], index);
            continue;
        }
        for (uint64_t g = first_granule(&accesses[k]); g <= last_granule(&accesses[k]); g++)
            add_access_record(trace, g, &accesses[k], index);
    }
    return index;
}

static uint64_t trace_event_hash(const struct trace *trace, const struct event *event)
{
    uint64_t h = hash_combine(hash_combine(event->thread, event->code), event->choices);
    for (uint32_t t = 0; t < trace->ticks.stride; t++) {
        uint32_t tick = clock_store_tick(&trace->ticks, event->clock, t);
        if (tick)
            h = hash_combine(h, (uint64_t)t << 32 | tick);
    }
    return h;
}

uint64_t trace_hash(const struct trace *trace)
{
    uint64_t sum = 0; // a sum: equivalent executions have the same events in another order
    for (uint32_t k = 0; k < trace->events.size; k++)
        sum += trace_event_hash(trace, &trace->events.data[k]);
    return sum;
}
