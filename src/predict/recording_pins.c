#include "predict/recording_pins.h"

// Which threads are at work as outside code, while the sequence is gone through.
struct at_work {
    const struct recording_file *file;
    const struct recording_scan *scan;
    uint32_t *depth; // of each thread: calls that were begun and not ended
    uint32_t calls, libraries;
};

static bool is_library_thread(const struct at_work *work, uint32_t thread)
{
    const struct recording_event *first =
        recording_next(work->file, &(struct recording_cursor){thread, 0, 0});
    return first && first->kind == RECORDED_BEGIN && first->flags & RECORDED_LIBRARY;
}

// The thread has come to its last number.
static void end_calls_of_thread(struct at_work *work, uint32_t thread)
{
    const struct recording_thread *of = &work->scan->threads[thread];
    if (!of->ended)
        return;
    work->calls -= work->depth[thread];
    work->depth[thread] = 0;
    work->libraries -= of->fork != RECORDING_NEVER && is_library_thread(work, thread);
}

static void note_at_work(struct at_work *work, const struct recording_event *event, uint32_t number)
{
    uint32_t thread = recording_thread_of(work->file, event), *depth = &work->depth[thread];
    if (event->kind == RECORDED_FORK && !recording_fork_failed(work->scan, work->file, event))
        work->libraries += is_library_thread(work, (uint32_t)event->address);
    if (event->kind == RECORDED_OUTSIDE && !(event->flags & RECORDED_RETURNED)) {
        ++*depth;
        work->calls++;
    } else if (event->kind == RECORDED_OUTSIDE && *depth) {
        --*depth;
        work->calls--;
    }
    if (vector_last(&work->scan->threads[thread].numbers) == number)
        end_calls_of_thread(work, thread);
}

struct recording_calls *recording_pins_calls(const struct recording_file *file,
                                             const struct recording_scan *scan)
{
    struct recording_calls *calls = memory_zalloc(scan->order.size + 1u, sizeof *calls);
    struct at_work work = {file, scan, memory_zalloc(scan->thread_count + 1u, sizeof *work.depth), 0, 0};
    for (uint32_t n = 0; n < scan->order.size; n++) {
        const struct recording_event *event = scan->order.data[n];
        bool outside = event && event->kind == RECORDED_OUTSIDE;
        if (event)
            note_at_work(&work, event, n);
        bool quiet = !work.calls && !work.libraries;
        calls[n + 1] = (struct recording_calls){
            calls[n].before + outside,
            !quiet                                         ? RECORDING_NEVER
            : outside || calls[n].quiet == RECORDING_NEVER ? n + 1
                                                           : calls[n].quiet,
            work.libraries > 0,
        };
    }
    memory_free(work.depth);
    return calls;
}

// What is known right before the first and the last moment of a span.
static void ends_of(const struct recording_build *build, struct recording_span span,
                    const struct recording_calls **first, const struct recording_calls **last)
{
    uint32_t numbers = build->scan->order.size, from = span.from < numbers ? span.from : numbers;
    uint32_t to = span.to - 1 < numbers ? span.to - 1 : numbers; // the thread's own number
    *first = &build->calls[from];
    *last = &build->calls[to > from ? to : from];
}

uint32_t recording_pins_quiet(const struct recording_build *build, struct recording_span span)
{
    const struct recording_calls *first, *last;
    ends_of(build, span, &first, &last);
    return span.to <= build->scan->horizon && first->quiet == last->quiet ? first->quiet : RECORDING_NEVER;
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
    const struct recording_calls *first, *last;
    ends_of(build, span, &first, &last);
    return !(flags & EVENT_ATOMIC) && build->outside && span.to <= build->scan->horizon &&
           first->before == last->before && !first->library && !last->library;
}

bool recording_pins_library(const struct recording_build *build, struct recording_span span)
{
    const struct recording_calls *first, *last;
    ends_of(build, span, &first, &last);
    return first->library || last->library;
}

bool recording_pins_holds(const struct recording_build *build, uint32_t event)
{
    const struct recorded_event *of = &build->trace->events.data[event];
    if ((of->kind != EVENT_READ && of->kind != EVENT_WRITE) || of->flags & EVENT_UNCERTAIN ||
        !(build->marks.data[event] & MARK_PIN))
        return false;
    unsigned variable = recording_variable_flags(build->memory, of->operand);
    return variable & VARIABLE_MEMORY && recording_outside_writes(variable) && !(variable & VARIABLE_RACES);
}

static uint32_t count_pins(const struct recording_build *build)
{
    uint32_t pins = 0;
    for (uint32_t i = 0; i < build->marks.size; i++)
        pins += (build->marks.data[i] & MARK_PINNED) != 0;
    return pins;
}

// The events move towards the end, the last one first, and leave room for the pins.
void recording_pins_insert(struct recording_build *build)
{
    struct event_trace *trace = build->trace;
    uint32_t count = trace->events.size, pins = count_pins(build), to = count + pins;
    vector_reserve(&trace->events, (uint64_t)count + pins);
    trace->events.size = to;
    if (build->origins) {
        vector_reserve(build->origins, (uint64_t)count + pins);
        build->origins->size = to;
    }
    for (uint32_t i = count; to > i;) { // what is before the first pin stays
        i--;
        const struct recorded_event event = trace->events.data[i];
        trace->events.data[--to] = event;
        if (build->origins)
            build->origins->data[to] = build->origins->data[i];
        if (!(build->marks.data[i] & MARK_PINNED))
            continue;
        trace->events.data[--to] =
            (struct recorded_event){EVENT_READ, EVENT_ATOMIC, event.thread, build->outside - 1, event.place};
        trace->threads.data[event.thread].events++;
        if (build->origins)
            build->origins->data[to] = build->origins->data[i];
    }
}
