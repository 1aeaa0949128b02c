// Checks that a sequence of a trace's events is a correct reordering of it, one that every program with this
// trace can execute, and that it leads where a prediction says. It knows nothing of how predictions are made,
// and shares no code with that.
#ifndef HEDDLE_PREDICT_REORDERING_H
#define HEDDLE_PREDICT_REORDERING_H

#include "predict/event_trace.h"

// What is known of a trace for all checks.
struct reordering_checker {
    const struct event_trace *trace;
    uint32_t *position; // of each event among those of its thread
    uint32_t *saw;      // of each read: the write that it saw, + 1; 0: the initial value
    uint32_t *length;   // of each thread: its number of events
    uint32_t *fork;     // of each thread: its fork, + 1; 0: none
    bool *goes_on;      // of each event: it is one step with the one before it
};

// `trace` must outlive the checker.
void reordering_init(struct reordering_checker *checker, const struct event_trace *trace);
void reordering_free(struct reordering_checker *checker);

// Checks that the sequence can be executed: events of a thread are its first ones, in order, after its fork;
// a join comes after all of the thread; locks exclude; each read sees the write that it saw in the trace,
// nothing is uncertain, and no other thread comes between what is one step (event_trace_steps). Then that
// after it each of the events `next` is the next one of its thread, and that they are
// - a race (deadlock false): two accesses of one variable by different threads, one a write, not both atomic;
// - a deadlock: requests, each for a lock that the thread of the next one holds (the last one's: that of the
// first).
// None of them is EVENT_UNREPORTED. NULL: all holds; otherwise a constant text that says what does not.
const char *reordering_check(const struct reordering_checker *checker, const uint32_t *sequence,
                             uint32_t length, const uint32_t *next, uint32_t count, bool deadlock);

#endif
