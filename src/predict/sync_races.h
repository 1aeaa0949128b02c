// Sync-preserving data races in linear time (Mathur, Pavlogiannis, Viswanathan: Optimal prediction of
// synchronization-preserving races, POPL 2021, algorithm 2).
//
// Two accesses of one variable by different threads, one a write and not both atomic, race if the closure of
// what precedes them in their threads has neither. For every access the engine tells whether it races with an
// earlier one: for each other thread and kind of access the first such one is found. For a pair of threads,
// of kinds of accesses and a variable, closures only grow along the trace, so that an earlier access that was
// in one never has to be looked at again.
#ifndef HEDDLE_PREDICT_SYNC_RACES_H
#define HEDDLE_PREDICT_SYNC_RACES_H

#include "predict/event_trace.h"

// `found` is called for each race, `first` before `second` in the trace, with the closure that shows it: how
// many events of each thread. The closure is valid during the call. Returns how many accesses race with an
// earlier one. *candidates: how many are in conflict with an earlier one of another thread without a lock in
// common.
uint64_t sync_races(const struct event_trace *trace,
                    void (*found)(void *context, uint32_t first, uint32_t second, const uint32_t *ideal),
                    void *context, uint64_t *candidates);

#endif
