#include "explore/cut.h"

#include "base/hash.h"
#include "explore/blocking.h"
#include "explore/search.h"

#include <stdlib.h>

void cut_free(struct cut_reversals *p)
{
    memory_free(p->conflicts);
    vector_free(&p->conflicting);
    vector_free(&p->begun);
    vector_free(&p->events);
    vector_free(&p->before);
}

// ---- what conflicts

static bool collect_conflicting(void *context, uint32_t event)
{
    struct cut_reversals *p = context;
    vector_push(&p->conflicting, event);
    return true;
}

// The events that conflict with the label and do not happen before what the thread does next.
static const struct conflicts *find_conflicts(struct search *s, struct cut_reversals *p, uint32_t thread,
                                              uint32_t label, bool unordered)
{
    uint64_t hash = hash_combine((uint64_t)thread << 1 | unordered, label);
    struct conflicts *found = &p->conflicts[hash & (CUT_CONFLICTS - 1)];
    if (found->cut == p->cuts && found->thread == thread && found->label == label &&
        found->unordered == unordered)
        return found;
    uint32_t count, begin = p->conflicting.size;
    const struct access *accesses = label_get(&s->labels, label, &count);
    for (uint32_t k = 0; k < count; k++)
        trace_conflicts(&s->trace, thread, &accesses[k], NO_EVENT, unordered, collect_conflicting, p);
    *found = (struct conflicts){p->cuts, thread, label, unordered, begin, p->conflicting.size - begin};
    return found;
}

// ---- the past: cut_reversals.before, clock records that what it is about happens after

static void join_before(struct cut_reversals *p, uint32_t record)
{
    if (record != NO_EVENT)
        vector_push(&p->before, record);
}

// Mostly asked about an event or two: looking for one thread's ticks in all records is less than joining
// them.
static bool is_before(const struct cut_reversals *p, uint32_t event)
{
    const struct event *e = &p->trace->events.data[event];
    for (uint32_t k = 0; k < p->before.size; k++)
        if (clock_store_tick(&p->trace->ticks, p->before.data[k], e->thread) >= e->count)
            return true;
    return false;
}

// What happens before the pending reversal's past.
static void join_past(struct search *s, struct cut_reversals *p, const struct pending_reversal *d)
{
    p->before.size = 0;
    if (d->unknown) {
        join_before(p, s->trace.present[d->thread]);
        return;
    }
    // The pending reversal's own thread is among them.
    for (uint32_t t = thread_set_next(&d->threads, 0); t < MACHINE_MAX_THREADS;
         t = thread_set_next(&d->threads, t + 1))
        join_before(p, s->trace.present[t]);
    const struct conflicts *found = find_conflicts(s, p, d->thread, d->past, true);
    for (uint32_t k = 0; k < found->count; k++) {
        uint32_t event = p->conflicting.data[found->begin + k];
        if (!is_before(p, event))
            join_before(p, p->trace->events.data[event].clock);
    }
}

// ---- events

static int latest_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

// Whether races of the pending reversal with events that happen before one that it is in a race with come up
// only once that is reversed.
static bool reverses_latest(const struct search *s, const struct pending_reversal *d)
{
    return !d->may_block && !d->unknown && s->reduction->reverses_latest;
}

// Makes cut_reversals.events: the events that conflict with the pending reversal and do not happen before its
// past.
static void find_events(struct search *s, struct cut_reversals *p, const struct pending_reversal *d)
{
    const struct conflicts found = *find_conflicts(s, p, d->thread, d->label, reverses_latest(s, d));
    uint32_t kept = 0;
    p->events.size = 0;
    if (found.count == 0)
        return;
    join_past(s, p, d);
    for (uint32_t k = 0; k < found.count; k++) {
        uint32_t event = p->conflicting.data[found.begin + k];
        if (!is_before(p, event))
            vector_push(&p->events, event);
    }
    if (p->events.size < 2)
        return;
    qsort(p->events.data, p->events.size, sizeof *p->events.data, latest_first);
    for (uint32_t k = 0; k < p->events.size; k++)
        if (!kept || p->events.data[kept - 1] != p->events.data[k])
            p->events.data[kept++] = p->events.data[k];
    p->events.size = kept;
}

// Makes sure that the pending reversal's operation can come before the event. True: it will, which is not
// said of operations that may block.
static bool reverse_before(struct search *s, struct cut_reversals *p, uint32_t event,
                           const struct pending_reversal *d)
{
    const struct event *e = &s->trace.events.data[event];
    if (e->point == NO_POINT) // nobody else was enabled there
        return false;
    while (p->begun.size <= event)
        vector_push(&p->begun, 0);
    if (p->begun.data[event] == p->cuts)
        return !d->may_block;
    enum reversal_start start = s->reduction->reverse_pending(s, event, d);
    if (start == REVERSAL_BY_ANY)
        p->begun.data[event] = p->cuts;
    return start != REVERSAL_BY_ALL && !d->may_block;
}

// Races with events before one that is reversed come up in the executions that begin with that reversal.
static void reverse_one(struct search *s, struct cut_reversals *p, const struct pending_reversal *d)
{
    uint32_t done[8], done_count = 0;
    if (d->plain)
        return;
    find_events(s, p, d);
    for (uint32_t k = 0; k < p->events.size; k++) {
        uint32_t event = p->events.data[k];
        bool skip = blocking_never(&s->trace.events.data[event], d->kind) || is_before(p, event);
        for (uint32_t i = 0; i < done_count && !skip; i++)
            skip = trace_before(&s->trace, event, done[i]);
        if (skip)
            continue;
        bool possible = reverse_before(s, p, event, d);
        if (reverses_latest(s, d)) // it comes after that event, or after what is before that
            join_before(p, s->trace.events.data[event].clock);
        else if (possible && done_count < sizeof done / sizeof *done)
            done[done_count++] = event;
    }
}

static void begin_cut(struct search *s, struct cut_reversals *p)
{
    p->cuts++;
    p->trace = &s->trace;
    p->conflicting.size = 0;
    if (!p->conflicts)
        p->conflicts = memory_zalloc(CUT_CONFLICTS, sizeof *p->conflicts);
}

void cut_reverse(struct search *s, struct cut_reversals *p, const struct pending_reversals *pending,
                 const uint64_t *set, uint32_t words)
{
    begin_cut(s, p);
    for (uint32_t k = 0; k < words; k++)
        for (uint64_t rest = set[k]; rest; rest &= rest - 1)
            reverse_one(s, p, pending_get(pending, 64 * k + (uint32_t)__builtin_ctzll(rest)));
}

// ---- data races

static bool is_data_race(const struct access *a, const struct access *b)
{
    return (a->write || b->write) && !(a->atomic && b->atomic) && access_overlap(a, b);
}

static bool labels_race(const struct search *s, uint32_t a, uint32_t b)
{
    uint32_t count, others;
    const struct access *accesses = label_get(&s->labels, a, &count),
                        *other = label_get(&s->labels, b, &others);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t n = 0; n < others; n++)
            if (is_data_race(&accesses[k], &other[n]))
                return true;
    return false;
}

static bool one_races(struct search *s, struct cut_reversals *p, const struct pending_reversal *d)
{
    find_events(s, p, d);
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct event *e = &s->trace.events.data[p->events.data[k]];
        bool sections = d->kind == OPERATION_ATOMIC_BEGIN && e->kind == OPERATION_ATOMIC_BEGIN;
        if (!sections && e->label != LABEL_ALL && labels_race(s, d->label, e->label))
            return true;
    }
    return false;
}

bool cut_races(struct search *s, struct cut_reversals *p, const struct pending_reversals *pending,
               const uint64_t *set, uint32_t words)
{
    begin_cut(s, p);
    for (uint32_t k = 0; k < words; k++)
        for (uint64_t rest = set[k]; rest; rest &= rest - 1)
            if (one_races(s, p, pending_get(pending, 64 * k + (uint32_t)__builtin_ctzll(rest))))
                return true;
    return false;
}
