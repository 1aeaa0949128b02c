#include "predict/recording_pins.h"

uint32_t *recording_pins_count(const struct recording_scan *scan)
{
    uint32_t *before = memory_zalloc(scan->order.size + 1u, sizeof *before);
    for (uint32_t n = 0; n < scan->order.size; n++)
        before[n + 1] = before[n] + (scan->order.data[n] && scan->order.data[n]->kind == RECORDED_OUTSIDE);
    return before;
}

unsigned recording_pins_flags(const struct recording_object *object, const char *name, uint32_t thread)
{
    if (object->kind == OBJECT_STACK)
        return object->since.thread == thread ? VARIABLE_OWN | VARIABLE_PINNABLE : VARIABLE_PINNABLE;
    if (object->kind == OBJECT_NEW)
        return VARIABLE_PINNABLE;
    if (object->kind != OBJECT_STATIC || !name)
        return 0;
    return strcmp(name, RECORDING_ERRNO) == 0 && thread == 0 ? VARIABLE_OWN | VARIABLE_PINNABLE
                                                             : VARIABLE_PINNABLE;
}

bool recording_pins_may(const struct recording_build *build, struct recording_span span, unsigned flags)
{
    uint32_t numbers = build->scan->order.size, from = span.from < numbers ? span.from : numbers;
    // The last number of the span is the thread's own.
    uint32_t to = span.to - 1 < numbers ? span.to - 1 : numbers;
    return !(flags & EVENT_ATOMIC) && build->outside && span.to <= build->scan->horizon &&
           (to <= from || build->calls_before[to] == build->calls_before[from]);
}

static bool is_pinned(const struct recording_build *build, uint32_t event)
{
    const struct recorded_event *of = &build->trace->events.data[event];
    if ((of->kind != EVENT_READ && of->kind != EVENT_WRITE) || of->flags & EVENT_UNCERTAIN ||
        !(build->marks.data[event] & MARK_PIN))
        return false;
    unsigned variable = recording_variable_flags(build->memory, of->operand);
    return variable & VARIABLE_MEMORY && recording_pins_needed(variable);
}

// Whether the event is the first of an access: no write goes on with it.
static bool begins_access(const struct event_trace *trace, uint32_t event)
{
    return !event || !(trace->events.data[event - 1].flags & EVENT_PART);
}

static uint32_t count_pins(const struct recording_build *build)
{
    uint32_t pins = 0;
    bool pinned = false;
    for (uint32_t i = build->trace->events.size; i-- > 0;) {
        pinned |= is_pinned(build, i);
        if (begins_access(build->trace, i)) {
            pins += pinned;
            pinned = false;
        }
    }
    return pins;
}

// The events move towards the end, the last one first, and leave room for the pins.
void recording_pins_insert(struct recording_build *build)
{
    struct event_trace *trace = build->trace;
    uint32_t count = trace->events.size, pins = count_pins(build), to = count + pins;
    bool pinned = false;
    vector_reserve(&trace->events, (uint64_t)count + pins);
    trace->events.size = to;
    if (build->origins) {
        vector_reserve(build->origins, (uint64_t)count + pins);
        build->origins->size = to;
    }
    for (uint32_t i = count; to > i;) { // what is before the first pin stays
        i--;
        pinned |= is_pinned(build, i);
        const struct recorded_event event = trace->events.data[i];
        bool pin = pinned && begins_access(trace, i);
        trace->events.data[--to] = event;
        if (build->origins)
            build->origins->data[to] = build->origins->data[i];
        if (!pin)
            continue;
        trace->events.data[--to] =
            (struct recorded_event){EVENT_READ, EVENT_ATOMIC, event.thread, build->outside - 1, event.place};
        trace->threads.data[event.thread].events++;
        if (build->origins)
            build->origins->data[to] = build->origins->data[i];
        pinned = false;
    }
}
