// The reversals that an execution makes necessary: those of its races, of operations below a cut, and of
// operations that it did not execute. reversal.c makes the sequences.
#include "base/rules.h"
#include "explore/blocking.h"
#include "explore/origins.h"
#include "explore/pending.h"
#include "explore/source.h"
#include "machine/questions.h"

// ---- reversing races

static enum possibility reverse_race(struct search *s, uint32_t first, const struct reversed *reversed)
{
    const struct event *e = &s->trace.events.data[first];
    if (e->point == NO_POINT) // nobody else was enabled there
        return IMPOSSIBLE;
    const struct thread_set *enabled = &s->points.data[e->point].enabled;
    if (!rule_holds(RULE_RACES)) { // the 2005 rule
        source_add_threads(s, e->point, reversed->thread, thread_set_has(enabled, reversed->thread));
        return POSSIBLE;
    }
    reversal_build(s, first, reversed);
    struct sequence *sequence = &source_of(s)->sequence;
    source_note_sequence(s, sequence);
    enum possibility possible =
        reversed->operation ? blocking_possible(s, e, sequence, reversed->operation) : POSSIBLE;
    if (possible == POSSIBLE && source_add_sequence(s, e->point, sequence))
        origins_add_order(s, first, reversed->label);
    else if (possible == DEPENDS)
        source_add_deferred(s, e->point, sequence, reversed->before, reversed->operation);
    return possible;
}

// Races of an operation that may block, latest first. Those before one that was reversed come up in the
// executions that begin with that reversal.
static void reverse_blocking(struct search *s, const struct race *races, uint32_t count,
                             const struct reversed *reversed)
{
    uint32_t done[16], done_count = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool later = false;
        for (uint32_t i = 0; i < done_count && !later; i++)
            later = trace_before(&s->trace, races[k].first, done[i]);
        if (!later && reverse_race(s, races[k].first, reversed) == POSSIBLE && done_count < 16)
            done[done_count++] = races[k].first;
    }
}

// The races of one executed event.
static void reverse_event(struct search *s, const struct race *races, uint32_t count)
{
    uint32_t second = races[0].second;
    const struct event *e = &s->trace.events.data[second];
    struct operation operation = {.kind = e->kind};
    struct reversed reversed = {second, e->thread, e->count, e->label, reversal_clock_before(s, second),
                                NULL};
    if (!e->may_block) {
        for (uint32_t k = 0; k < (rule_holds(RULE_RACES) ? count : 1); k++)
            reverse_race(s, races[k].first, &reversed);
        return;
    }
    if (e->label != LABEL_ALL) {
        uint32_t accesses;
        const struct access *list = label_get(&s->labels, e->label, &accesses);
        for (uint32_t k = 0; k < accesses && k < OPERATION_MAX_ACCESSES; k++)
            operation.access[operation.access_count++] = list[k];
    }
    reversed.operation = &operation;
    reverse_blocking(s, races, count, &reversed);
}

static void reverse_executed(struct search *s, const struct race *races, uint32_t count)
{
    for (uint32_t k = 0, end; k < count; k = end) {
        for (end = k; end < count && races[end].second == races[k].second;)
            end++;
        reverse_event(s, races + k, end - k);
    }
}

// ---- operations below a cut

// Without the past of the pending reversal it is not known what precedes its operation.
static enum reversal_start reverse_unknown(struct search *s, uint32_t point, uint32_t thread)
{
    struct source_sets *r = source_of(s);
    const struct source_point *p = &r->points.data[point];
    if (r->sequence.items.size) {
        source_add_sequence(s, point, &r->sequence);
        return REVERSAL_BY_ANY;
    }
    const struct sleeper *inherited = vector_from(&r->sleepers.stack, p->sleep.begin);
    bool awake = thread_set_has(&s->points.data[point].enabled, thread) &&
                 sleep_state(inherited, p->inherited - p->sleep.begin, thread) == AWAKE;
    source_add_threads(s, point, thread, awake);
    return awake ? REVERSAL_BY_THREAD : REVERSAL_BY_ALL;
}

enum reversal_start source_reverse_pending(struct search *s, uint32_t event,
                                           const struct pending_reversal *reversal)
{
    struct source_sets *r = source_of(s);
    uint32_t point = s->trace.events.data[event].point;
    // The reversal starts with what followed the event without depending on it.
    reversal_build_executed(s, event);
    if (r->sequence.items.size && source_covers(s, point, &r->sequence))
        return REVERSAL_BY_ANY;
    // Then comes the pending reversal's past, of which one event is known that can be the first.
    uint32_t first = reversal->first;
    if (reversal->unknown || first >= s->trace.ticks.stride) // no such thread in this execution
        return reverse_unknown(s, point, reversal->thread);
    uint32_t count = trace_tick(&s->trace, s->trace.present[first], first);
    struct reversed reversed = {
        NO_EVENT, first, count + 1, reversal->first_label, reversal_present_clock(s, first), NULL};
    reversal_append(s, &reversed);
    if (r->sequence.items.size == 1 && !thread_set_has(&s->points.data[point].enabled, first)) {
        source_add_threads(s, point, first, false);
        return REVERSAL_BY_ALL;
    }
    if (source_add_sequence(s, point, &r->sequence))
        origins_add_order(s, event, reversal->label);
    return REVERSAL_BY_THREAD;
}

// ---- operations that were not executed

static struct reversed pending(struct search *s, uint32_t thread, const struct operation *operation)
{
    const uint32_t *before = reversal_present_clock(s, thread);
    uint32_t label = label_intern(&s->labels, operation->access, operation->access_count);
    uint32_t count = before && thread < s->trace.ticks.stride ? before[thread] : 0;
    return (struct reversed){NO_EVENT, thread, count + 1, label, before, operation};
}

static void reverse_blocked(struct search *s, uint32_t thread)
{
    struct source_sets *r = source_of(s);
    const struct operation operation = *machine_next(s->machine, thread);
    struct reversed reversed = pending(s, thread, &operation);
    r->races.size = 0;
    for (uint32_t k = s->trace.events.size; k-- > 0;) {
        const struct event *e = &s->trace.events.data[k];
        if (e->thread != thread && (!reversed.before || reversed.before[e->thread] < e->count) &&
            label_conflict(&s->labels, e->label, reversed.label))
            vector_push(&r->races, (struct race){k, NO_EVENT});
    }
    if (r->races.size)
        reverse_blocking(s, r->races.data, r->races.size, &reversed);
}

// The last event stopped all others for good: each of them is to go first where it was enabled, even if it
// could come up below another one that it does not depend on. Sequences that were left to
// that event are lost with it; each begins with a thread that was enabled before it. Returns these threads,
// with that of the event.
static struct thread_set reverse_frozen(struct search *s)
{
    const struct event *last = &vector_last(&s->trace.events);
    struct thread_set enabled = {{0}, 0};
    if (last->point != NO_POINT) { // else it was the only one
        enabled = s->points.data[last->point].enabled;
        for (uint32_t t = thread_set_next(&enabled, 0); t < MACHINE_MAX_THREADS;
             t = thread_set_next(&enabled, t + 1))
            if (t != last->thread)
                source_add_thread(s, last->point, t);
    }
    thread_set_add(&enabled, last->thread);
    return enabled;
}

void source_finish(struct search *s)
{
    struct source_sets *r = source_of(s);
    struct thread_set reversed = {{0}, 0};
    wakeup_drop(&r->wakeups, &r->wakeup);
    if (s->trace.races.size)
        reverse_executed(s, s->trace.races.data + r->first_race, s->trace.races.size - r->first_race);
    r->first_race = s->trace.races.size;
    if (machine_frozen(s->machine) && s->trace.events.size)
        reversed = reverse_frozen(s);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (machine_status(s->machine, t) == THREAD_READY && !machine_enabled(s->machine, t) &&
            !thread_set_has(&reversed, t))
            reverse_blocked(s, t);
}
