// Sync-preserving closures (Mathur, Pavlogiannis, Viswanathan: Optimal prediction of
// synchronization-preserving races, POPL 2021, section 4), the common ground of the race and the deadlock
// engine.
//
// A set of events is sync-preservingly closed if with an event it has those before it in its thread, the fork
// of its thread, for a join all of the thread that is joined, for a read the write that it saw, and if for
// any two acquires of one lock in it, not both shared, it has the release of the earlier one. Executed in the
// order of the trace, such a set is a correct reordering (docs/predict.md).
//
// A closed set is a number for each thread: so many of its events, an `ideal`. Events of a thread are
// numbered from 1: their `time`. What precedes an event by threads and reads alone is its thread's `clock`,
// kept once for all the events that share it.
#ifndef HEDDLE_PREDICT_CLOSURE_H
#define HEDDLE_PREDICT_CLOSURE_H

#include "predict/event_trace.h"

enum { CLOSURE_NO_TIME = 0xffffffff };

// A critical section of a thread. `exclusive`: the last exclusive one of its thread and lock up to this one,
// + 1; 0: none.
struct closure_section {
    uint32_t acquired, released; // times; released: CLOSURE_NO_TIME while it is open
    uint32_t event;              // number of its acquire in the trace
    uint32_t release_clock;
    uint32_t exclusive;
};

// The critical sections of one thread on one lock.
struct closure_history {
    uint32_t thread, lock;
    VECTOR(struct closure_section) sections;
};

struct closure_acquire {
    uint32_t time, lock;
};

// What an event of the trace is to those after it: it, and what precedes it.
struct closure_point {
    uint32_t thread, time, clock; // time 0: no event
};

struct closure_thread {
    uint32_t time, clock; // of its last event so far
    uint32_t uncertain;   // the time of its first uncertain event, or CLOSURE_NO_TIME
    VECTOR(struct closure_acquire) acquires;
    VECTOR(uint32_t) histories; // of its locks
};

typedef VECTOR(uint32_t) closure_numbers;

struct closure {
    const struct event_trace *trace;
    uint32_t threads;
    struct closure_thread *thread; // of each
    VECTOR(uint32_t) clocks;       // `threads` times each; clock 0: nothing
    struct closure_point *writes;  // the last one of each variable
    VECTOR(struct closure_history) histories;
    struct index history_index;
    closure_numbers *lock_histories; // of each lock
    // while a set is closed
    uint32_t *grown_from;        // of each thread: its number before it grew
    bool *grown;                 // it is on the list
    closure_numbers work;        // threads that have grown
    uint64_t *settled, settling; // when each lock was looked at last
};

// `trace` must outlive the closure, and be complete.
void closure_init(struct closure *closure, const struct event_trace *trace);
void closure_free(struct closure *closure);
// The next event of the trace, all of which come in order.
void closure_add(struct closure *closure, uint32_t event);
// The last event of a thread so far.
static inline struct closure_point closure_now(const struct closure *closure, uint32_t thread)
{
    return (struct closure_point){thread, closure->thread[thread].time, closure->thread[thread].clock};
}
// The time in a clock of another thread's last event.
static inline uint32_t closure_time(const struct closure *closure, uint32_t clock, uint32_t thread)
{
    return closure->clocks.data[(size_t)clock * closure->threads + thread];
}

// How many critical sections of a history have been entered by that time.
uint32_t closure_sections_entered(const struct closure_history *history, uint32_t time);

// The empty set, owned by the caller (memory_free).
uint32_t *closure_new_ideal(const struct closure *closure);
// Adds an event and what precedes it. The ideal is not closed until closure_close.
void closure_join(struct closure *closure, uint32_t *ideal, struct closure_point point);
// Makes it the least closed set that contains it, as far as events were added.
void closure_close(struct closure *closure, uint32_t *ideal);
// Whether it has an uncertain event: nothing can be said of what follows it.
bool closure_uncertain(const struct closure *closure, const uint32_t *ideal);

#endif
