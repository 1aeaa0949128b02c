#include "predict/causality.h"

static void add_caused_event(struct causality *causality, uint32_t number, uint32_t *held, uint32_t *writes)
{
    const struct recorded_event *event = &causality->trace->events.data[number];
    struct caused *caused = &causality->events[number];
    struct closure_point now = closure_now(&causality->closure, event->thread);
    bool shared = event->flags & EVENT_SHARED, nested = event->flags & EVENT_NESTED;
    caused->time = now.time + 1;
    caused->before = now.clock;
    caused->held = *held;
    if (event->kind == EVENT_READ)
        caused->saw = writes[event->operand];
    else if (event->kind == EVENT_WRITE)
        writes[event->operand] = number + 1;
    else if (event->kind == EVENT_FORK)
        causality->fork[event->operand] = number + 1;
    else if (event->kind == EVENT_ACQUIRE && !nested)
        *held = lockset_with(&causality->locksets, *held, event->operand, shared);
    else if (event->kind == EVENT_RELEASE && !nested)
        *held = lockset_without(&causality->locksets, *held, event->operand, shared);
    closure_add(&causality->closure, number);
    caused->after = closure_now(&causality->closure, event->thread).clock;
    vector_push(&causality->of[event->thread], number);
}

void causality_init(struct causality *causality, const struct event_trace *trace)
{
    uint32_t threads = event_trace_count(trace, NAMES_THREADS);
    *causality = (struct causality){.trace = trace};
    closure_init(&causality->closure, trace);
    locksets_init(&causality->locksets);
    causality->events = memory_zalloc(trace->events.size, sizeof *causality->events);
    causality->fork = memory_zalloc(threads, sizeof *causality->fork);
    causality->of = memory_zalloc(threads, sizeof *causality->of);
    causality->goes_on = event_trace_steps(trace);
    uint32_t *held = memory_zalloc(threads, sizeof *held);
    uint32_t *writes = memory_zalloc(event_trace_count(trace, NAMES_VARIABLES), sizeof *writes);
    for (uint32_t i = 0; i < trace->events.size; i++)
        add_caused_event(causality, i, &held[trace->events.data[i].thread], writes);
    memory_free(held);
    memory_free(writes);
}

void causality_free(struct causality *causality)
{
    for (uint32_t t = 0; t < causality->closure.threads; t++)
        vector_free(&causality->of[t]);
    memory_free(causality->of);
    memory_free(causality->events);
    memory_free(causality->fork);
    memory_free(causality->goes_on);
    locksets_free(&causality->locksets);
    closure_free(&causality->closure);
}

void causality_join(const struct causality *causality, uint32_t *ideal, uint32_t thread, uint32_t time,
                    uint32_t clock)
{
    const uint32_t *times = causality->closure.clocks.data + (size_t)clock * causality->closure.threads;
    if (ideal[thread] < time)
        ideal[thread] = time;
    for (uint32_t t = 0; clock && t < causality->closure.threads; t++)
        if (ideal[t] < times[t])
            ideal[t] = times[t];
}
