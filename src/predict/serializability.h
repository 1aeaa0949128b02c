// Atomic regions that were not atomic: conflict serializability of the trace as it is (Bernstein, Hadzilacos,
// Goodman: Concurrency control and recovery in database systems, 1987; for programs Flanagan, Freund, Yi:
// Velodrome, PLDI 2008, and Mathur, Viswanathan: Atomicity checking in linear time, ASPLOS 2020).
//
// A transaction is an outermost region, or an access outside of regions. It comes before another one if it
// has an access that comes before one of the other to the same variable, one of the two a write, or if it is
// earlier in the same thread. Where these orders form a cycle, no execution in which the regions run one
// after the other has these conflicts, and the thread of one region of the cycle saw that others came in
// between. Locks, forks and joins are not conflicts: they order, and what they order is seen by accesses.
//
// The graph has a node for each transaction and edges for the latest conflicts only, which imply all others;
// its strongly connected components are found in linear time (Tarjan).
#ifndef HEDDLE_PREDICT_SERIALIZABILITY_H
#define HEDDLE_PREDICT_SERIALIZABILITY_H

#include "predict/event_trace.h"

// Two accesses of one variable by different threads, not both reads, in the order of the trace.
struct conflict {
    uint32_t first, second;
};

// `found` is called for a region that is on a cycle of conflicts, once for each place where regions begin:
// with the event that begins it and the cycle. The first conflict begins in the region, each other one in the
// transaction of the second access of the one before or later in that thread, and the last one ends in the
// region, later than the first one began. Valid during the call. Returns how many regions are on cycles.
uint64_t serializability(const struct event_trace *trace,
                         void (*found)(void *context, uint32_t begin, const struct conflict *cycle,
                                       uint32_t count),
                         void *context);

// NULL, or what is wrong with a find, by the definition alone. Takes time proportional to the trace.
const char *serializability_check(const struct event_trace *trace, uint32_t begin,
                                  const struct conflict *cycle, uint32_t count);

#endif
