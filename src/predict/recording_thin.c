#include "predict/recording_thin.h"

#include "predict/recording_pins.h"

// Numbers of events are those before any was left out, + 1; 0: there is none.

// The last write to a variable, and the last one by another thread than that.
struct last_writes {
    uint32_t event[2];
    uint16_t thread[2];
};

// What a thread has seen of another one.
struct seen {
    uint64_t key; // the thread and the other one, + 1
    uint32_t event;
};

struct thinning {
    struct recording_build *build;
    struct event_trace *trace;
    struct last_writes *later; // of the whole trace, by variable
    struct last_writes *now;   // of what was gone through so far
    VECTOR(uint32_t) calls;    // the writes of `outside` that are still to come, the next one last
    struct keyed seen;
    bool *uncertain; // of each thread: it had an uncertain event
    uint32_t kept;   // events so far
    bool needed;     // of the reads of one RECORDED_MAY_READ: somebody may write there later
};

static void note_last_write(struct last_writes *last, uint32_t event, uint16_t thread)
{
    if (last->event[0] && last->thread[0] != thread) {
        last->event[1] = last->event[0];
        last->thread[1] = last->thread[0];
    }
    last->event[0] = event;
    last->thread[0] = thread;
}

// The end of a write in parts.
static uint32_t last_part(const struct event_trace *trace, uint32_t event)
{
    while (trace->events.data[event].flags & EVENT_PART && event + 1 < trace->events.size)
        event++;
    return event;
}

static uint64_t seen_key(uint32_t thread, uint32_t other)
{
    return ((uint64_t)thread << 32 | other) + 1;
}

static void note_seen(struct thinning *t, uint32_t thread, uint32_t other, uint32_t event)
{
    if (thread == other)
        return;
    struct seen *seen = keyed_add(&t->seen, sizeof *seen, seen_key(thread, other));
    if (seen->event < event)
        seen->event = event;
}

static bool has_seen(const struct thinning *t, uint32_t thread, const struct last_writes *write)
{
    if (!write->event[0] || write->thread[0] == thread)
        return true;
    const struct seen *seen = keyed_find(&t->seen, sizeof *seen, seen_key(thread, write->thread[0]));
    return seen && seen->event >= write->event[0];
}

static void see(struct thinning *t, uint32_t thread, const struct last_writes *write)
{
    if (write->event[0])
        note_seen(t, thread, write->thread[0], write->event[0]);
}

static const struct last_writes *outside_now(const struct thinning *t)
{
    return &t->now[t->build->outside - 1];
}

// Whether a thread other than that of the read may write the variable behind it.
static bool is_written_later(const struct thinning *t, const struct recorded_event *read, uint32_t number)
{
    const struct last_writes *later = &t->later[read->operand];
    uint32_t other = later->thread[0] == read->thread ? later->event[1] : later->event[0];
    return other > number || recording_variable_flags(t->build->memory, read->operand) & VARIABLE_TAKEN;
}

// Whether the write that a thread sees of the variable is the only one that it can see there, in whatever
// order the events that precede the read are put.
static bool sees_the_only_one(const struct thinning *t, uint32_t thread, uint32_t variable)
{
    const struct last_writes *all = &t->later[variable];
    return !all->event[1] && has_seen(t, thread, all);
}

// The calls of outside code are in the order of the recording always, since each reads what the one before
// has written. None can come before an access of the thread that makes the next one.
static bool sees_the_only_calls(const struct thinning *t, uint32_t thread)
{
    return has_seen(t, thread, outside_now(t)) &&
           (!t->calls.size || t->trace->events.data[vector_last(&t->calls)].thread == thread);
}

static bool is_behind_atomic_read(const struct thinning *t)
{
    if (!t->kept)
        return false;
    const struct recorded_event *before = &t->trace->events.data[t->kept - 1];
    return before->kind == EVENT_READ && before->flags & EVENT_ATOMIC;
}

// Whether the event, with what pins it, orders nothing, and may be left out as far as it goes alone.
static bool is_idle(const struct thinning *t, const struct recorded_event *event, bool pinned)
{
    return sees_the_only_one(t, event->thread, event->operand) &&
           (!pinned || sees_the_only_calls(t, event->thread)) &&
           (!(event->flags & EVENT_UNCERTAIN) || t->uncertain[event->thread]) && !is_behind_atomic_read(t);
}

static bool leaves_out(struct thinning *t, const struct recorded_event *event, uint32_t at, bool pinned)
{
    unsigned mark = t->build->marks.data[at];
    if (event->kind != EVENT_READ || !(mark & MARK_MAYBE) || !(event->flags & EVENT_UNREPORTED))
        return false;
    t->needed |= is_written_later(t, event, at + 1);
    bool last = mark & MARK_MAYBE_LAST, needed = last && t->needed;
    if (last)
        t->needed = false;
    return !needed && is_idle(t, event, pinned);
}

// Whether an access that begins here is pinned, in any of its parts.
static bool access_is_pinned(const struct thinning *t, uint32_t at)
{
    if (at && t->trace->events.data[at - 1].flags & EVENT_PART)
        return false;
    for (uint32_t i = at, end = last_part(t->trace, at); i <= end; i++)
        if (recording_pins_holds(t->build, i))
            return true;
    return false;
}

static void pass_event(struct thinning *t, const struct recorded_event *event, uint32_t number)
{
    t->uncertain[event->thread] |= (event->flags & EVENT_UNCERTAIN) != 0;
    if (event->kind == EVENT_READ)
        see(t, event->thread, &t->now[event->operand]);
    else if (event->kind == EVENT_WRITE)
        note_last_write(&t->now[event->operand], last_part(t->trace, number - 1) + 1, event->thread);
    else if (event->kind == EVENT_FORK)
        note_seen(t, event->operand, event->thread, number);
    else if (event->kind == EVENT_JOIN)
        note_seen(t, event->thread, event->operand, number);
}

static void keep_event(struct thinning *t, uint32_t at)
{
    struct recording_build *build = t->build;
    t->trace->events.data[t->kept] = t->trace->events.data[at];
    build->marks.data[t->kept] = build->marks.data[at];
    if (build->origins)
        build->origins->data[t->kept] = build->origins->data[at];
    t->kept++;
}

// The events that stay move to the front while those behind are looked at.
static void go_through(struct thinning *t)
{
    for (uint32_t i = 0; i < t->trace->events.size; i++) {
        const struct recorded_event event = t->trace->events.data[i];
        bool pinned = access_is_pinned(t, i);
        if (t->calls.size && vector_last(&t->calls) == i)
            t->calls.size--;
        if (leaves_out(t, &event, i, pinned)) {
            t->trace->threads.data[event.thread].events--;
            continue;
        }
        if (pinned && !sees_the_only_calls(t, event.thread)) {
            t->build->marks.data[i] |= MARK_PINNED;
            see(t, event.thread, outside_now(t));
        }
        pass_event(t, &event, i + 1);
        keep_event(t, i);
    }
}

void recording_thin(struct recording_build *build)
{
    struct event_trace *trace = build->trace;
    uint32_t variables = event_trace_count(trace, NAMES_VARIABLES);
    struct thinning t = {.build = build,
                         .trace = trace,
                         .later = memory_zalloc(variables + 1u, sizeof *t.later),
                         .now = memory_zalloc(variables + 1u, sizeof *t.now),
                         .uncertain = memory_zalloc(trace->threads.size + 1u, sizeof *t.uncertain)};
    for (uint32_t i = 0; i < trace->events.size; i++)
        if (trace->events.data[i].kind == EVENT_WRITE)
            note_last_write(&t.later[trace->events.data[i].operand], i + 1, trace->events.data[i].thread);
    for (uint32_t i = trace->events.size; i-- > 0;)
        if (trace->events.data[i].kind == EVENT_WRITE && trace->events.data[i].operand + 1 == build->outside)
            vector_push(&t.calls, i);
    go_through(&t);
    trace->events.size = t.kept;
    build->marks.size = t.kept;
    if (build->origins)
        build->origins->size = t.kept;
    keyed_free(&t.seen);
    vector_free(&t.calls);
    memory_free(t.later);
    memory_free(t.now);
    memory_free(t.uncertain);
}
