// Sync-preserving deadlocks (Tunc, Mathur, Pavlogiannis, Viswanathan: Sound dynamic deadlock prediction in
// linear time, PLDI 2023, algorithm SPDOffline), cycles of any length.
//
// Requests for a lock by one thread that holds the same locks are one abstract request. A cycle of abstract
// requests of different threads, each for a lock that the next one holds, is an abstract pattern. Of each
// pattern the engine looks for requests whose threads' closure has none of them: then all can wait at the
// same time. Closures only grow along the trace, so that a pattern takes time linear in its requests, however
// many combinations there are.
#ifndef HEDDLE_PREDICT_SYNC_DEADLOCKS_H
#define HEDDLE_PREDICT_SYNC_DEADLOCKS_H

#include "predict/event_trace.h"

struct deadlock_search {
    uint64_t patterns; // cycles that were looked at
    bool incomplete;   // the search for cycles took more steps than it may
};

// A pattern that has no such deadlock: the requests of each of its abstract requests, one list after the
// other.
struct deadlock_pattern {
    VECTOR(uint32_t) requests; // events
    VECTOR(uint32_t) ends;     // of each list among them
};

// `found` is called for each pattern that has a deadlock, once, with the requests (each for a lock that the
// next one's thread holds, the last one's: that of the first) and with the closure: how many events of each
// thread. `missed` is called for each other one. Either may be NULL, and what they get is valid during the
// call.
struct deadlock_search
sync_deadlocks(const struct event_trace *trace, uint64_t most_steps,
               void (*found)(void *context, const uint32_t *requests, uint32_t count, const uint32_t *ideal),
               void (*missed)(void *context, const struct deadlock_pattern *pattern), void *context);

#endif
