// What precedes each event of a trace in every correct reordering that has it: by threads, forks, joins and
// by what reads saw (the clocks of predict/closure.h), kept for all events, with the locks that are held.
#ifndef HEDDLE_PREDICT_CAUSALITY_H
#define HEDDLE_PREDICT_CAUSALITY_H

#include "predict/closure.h"
#include "predict/lockset.h"

// Of an event. `time`: its number in its thread, from 1.
struct caused {
    uint32_t time;
    uint32_t before, after; // clocks: of its thread when the event is next, and when it has happened
    uint32_t held;          // the lockset when it is next
    uint32_t saw;           // of a read: the write, + 1; 0: the initial value
};

struct causality {
    const struct event_trace *trace;
    struct closure closure; // of the whole trace
    struct locksets locksets;
    struct caused *events;
    uint32_t *fork;      // of each thread: its fork, + 1; 0: none
    closure_numbers *of; // of each thread: its events
    bool *goes_on;       // event_trace_steps
};

// `trace` must outlive it.
void causality_init(struct causality *causality, const struct event_trace *trace);
void causality_free(struct causality *causality);

// The number in the trace of a thread's event.
static inline uint32_t causality_event(const struct causality *causality, uint32_t thread, uint32_t time)
{
    return causality->of[thread].data[time - 1];
}
// Whether the first event precedes the second one, another thread's.
static inline bool causality_precedes(const struct causality *causality, uint32_t first, uint32_t second)
{
    const struct recorded_event *events = causality->trace->events.data;
    return closure_time(&causality->closure, causality->events[second].after, events[first].thread) >=
           causality->events[first].time;
}
// Makes each number of a thread at least that of the clock, and that of one thread at least `time`.
void causality_join(const struct causality *causality, uint32_t *ideal, uint32_t thread, uint32_t time,
                    uint32_t clock);

#endif
