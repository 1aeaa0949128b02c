// Dynamic partial order reduction of Flanagan and Godefroid (POPL 2005), without sleep sets
// (docs/design.md 7.11).
//
// In every state, for every thread t and its next operation: let i be the last event that conflicts with it,
// could have been enabled at the same time, and does not happen before it. Where t, or a thread with an event
// between i and now that happens before t's operation, is enabled before i, one of them has to be explored
// there; else all enabled threads.
//
// Two differences from the paper. Where t itself was not enabled before i, i may be an event that can never
// be enabled together with t's operation (whether two operations can is only approximated), so the search
// goes on to earlier events. And the search runs when an operation or an event is new, not in every state for
// every thread: the result is the same, since nothing else can change which event is the last.
#include "explore/backtrack.h"
#include "explore/blocking.h"
#include "explore/pending.h"
#include "explore/search.h"
#include "machine/questions.h"

#include <stdlib.h>

// The threads that are to be explored from there.
static struct thread_set *backtrack_set(struct search *s, uint32_t point)
{
    struct backtrack *backtrack = s->reduction_state;
    return &backtrack->points.data[point].backtrack;
}

struct racing {
    struct search *search;
    uint32_t thread;
    const struct operation *operation;
    VECTOR(uint32_t) found;
};

static bool collect_racing(void *context, uint32_t event)
{
    struct racing *race = context;
    const struct event *e = &race->search->trace.events.data[event];
    bool enabled =
        e->point != NO_POINT && thread_set_has(&race->search->points.data[e->point].enabled, race->thread);
    if (enabled || !blocking_never(e, race->operation->kind))
        vector_push(&race->found, event);
    return true;
}

// Adds what has to be explored before event i so that t's operation comes before it: t, or a thread that
// starts with what precedes the operation; where there is none, all enabled threads.
static void add_backtrack(struct search *s, uint32_t i, uint32_t t)
{
    const struct trace *trace = &s->trace;
    const struct event *e = &trace->events.data[i];
    if (e->point == NO_POINT)
        return; // only one thread was enabled there
    const struct thread_set *enabled = &s->points.data[e->point].enabled;
    struct thread_set *backtrack = backtrack_set(s, e->point);
    if (thread_set_has(enabled, t)) {
        thread_set_add(backtrack, t);
        return;
    }
    struct thread_set starters = {{0}, 0};
    for (uint32_t k = i + 1; k < trace->events.size; k++) {
        uint32_t other = trace->events.data[k].thread;
        if (thread_set_has(enabled, other) && trace_before_next(trace, k, t))
            thread_set_add(&starters, other);
    }
    struct thread_set none = {{0}, 0};
    uint32_t first = thread_set_first_without(&starters, &none);
    if (first == MACHINE_MAX_THREADS) {
        thread_set_unite(backtrack, enabled);
        return;
    }
    struct thread_set others = starters;
    thread_set_remove_all(&others, backtrack);
    if (thread_set_equal(&others, &starters))
        thread_set_add(backtrack, first);
}

static int later_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

// Races of an operation of t, given by its accesses, with the events so far: the last one, or all.
static void reverse_races(struct search *s, uint32_t t, const struct operation *op,
                          const struct access *accesses, uint32_t count, bool all)
{
    struct racing race = {s, t, op, {0}};
    for (uint32_t k = 0; k < count; k++)
        trace_conflicts(&s->trace, t, &accesses[k], NO_EVENT, false, collect_racing, &race);
    if (race.found.size)
        qsort(race.found.data, race.found.size, sizeof *race.found.data, later_first);
    for (uint32_t k = 0; k < race.found.size; k++) {
        if (k && race.found.data[k] == race.found.data[k - 1])
            continue;
        const struct event *e = &s->trace.events.data[race.found.data[k]];
        bool was_enabled = e->point != NO_POINT && thread_set_has(&s->points.data[e->point].enabled, t);
        add_backtrack(s, race.found.data[k], t);
        if (was_enabled && !all)
            break;
    }
    vector_free(&race.found);
}

// The race of t's next operation with the last event only.
static void check_last(struct search *s, uint32_t t, const struct operation *op, uint32_t event,
                       const struct access *accesses, uint32_t count)
{
    const struct event *e = &s->trace.events.data[event];
    bool enabled = e->point != NO_POINT && thread_set_has(&s->points.data[e->point].enabled, t);
    if (trace_before_next(&s->trace, event, t) || (!enabled && blocking_never(e, op->kind)))
        return;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < op->access_count; b++)
            if (access_conflict(&accesses[a], &op->access[b])) {
                add_backtrack(s, event, t);
                return;
            }
}

// An operation turns out to have more accesses than was known before it was executed.
static void classic_before_event(struct search *s)
{
    const struct access *accesses;
    uint32_t count = machine_event_accesses(s->machine, &accesses);
    struct operation op = {.kind = s->step.kind};
    if (count > s->step.known_accesses)
        reverse_races(s, s->step.thread, &op, accesses, count, true);
    // The operations that the others will never come to here may race with anything: let each of them go
    // first.
    if (machine_frozen(s->machine) && s->step.point != NO_POINT)
        thread_set_unite(backtrack_set(s, s->step.point), &s->points.data[s->step.point].enabled);
}

// The next operations of those that the step was of, created or let go on are new, and its event is new to
// those of the others.
static bool classic_after_event(struct search *s)
{
    struct machine *m = s->machine;
    const struct access *accesses;
    const struct machine_edge *edges;
    uint32_t count = machine_event_accesses(m, &accesses), edge_count = machine_edges(m, &edges);
    uint32_t last = s->trace.events.size - 1;
    struct thread_set fresh = {{0}, 0};
    thread_set_add(&fresh, s->step.thread);
    for (uint32_t k = 0; k < edge_count; k++)
        thread_set_add(&fresh, edges[k].to);
    for (uint32_t t = 0; t < machine_thread_limit(m); t++) {
        if (machine_status(m, t) != THREAD_READY)
            continue;
        const struct operation *op = machine_next(m, t);
        if (thread_set_has(&fresh, t))
            reverse_races(s, t, op, op->access, op->access_count, false);
        else if (s->trace.events.size)
            check_last(s, t, op, last, accesses, count);
    }
    return true;
}

static enum execution_end classic_schedule(struct search *s, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s);
    return backtrack_schedule(s, &enabled, NULL, result);
}

static enum reversal_start classic_reverse_pending(struct search *s, uint32_t event,
                                                   const struct pending_reversal *pending)
{
    uint32_t point = s->trace.events.data[event].point;
    const struct thread_set *enabled = &s->points.data[point].enabled;
    bool itself = thread_set_has(enabled, pending->thread);
    if (itself || (!pending->unknown && thread_set_has(enabled, pending->first))) {
        thread_set_add(backtrack_set(s, point), itself ? pending->thread : pending->first);
        return REVERSAL_BY_THREAD;
    }
    thread_set_unite(backtrack_set(s, point), enabled);
    return REVERSAL_BY_ALL;
}

const struct reduction reduction_classic = {
    .init = backtrack_init,
    .free = backtrack_free,
    .restart = backtrack_restart,
    .pushed = backtrack_pushed,
    .before_pop = backtrack_before_pop,
    .schedule = classic_schedule,
    .before_event = classic_before_event,
    .after_event = classic_after_event,
    .next = backtrack_next,
    .left = backtrack_left,
    .reverse_pending = classic_reverse_pending,
    .sharing = &backtrack_sharing,
    .frontier = &frontier_of_backtrack,
};
