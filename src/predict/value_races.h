// Pairs of events of a trace program of which another order may be a failure: accesses that race, and uses of
// what another event ends (memory that is released, an object that is destroyed).
#ifndef HEDDLE_PREDICT_VALUE_RACES_H
#define HEDDLE_PREDICT_VALUE_RACES_H

#include "predict/trace_program.h"

struct trace_pair {
    uint32_t first, second; // events
};
typedef VECTOR(struct trace_pair) pair_list;

// Accesses of different threads that share a byte, one of them a write, not both atomic, unless both threads
// hold a common lock there, or all orders keep them apart. None in atomic sections.
void value_race_pairs(const struct trace_program *p, pair_list *pairs);
// The condition that both threads stand before the two events (CTP 5.2). `whole`: in an order of the whole
// trace, in which they are executed after that; else in a prefix in which they are not.
term value_race_stands(const struct trace_program *p, const struct trace_pair *pair, bool whole);

// Uses, and what ends the object behind them in the run.
void value_late_pairs(const struct trace_program *p, pair_list *pairs);
// The condition that the second event was executed and the thread of the first stands before the first.
term value_late_stands(const struct trace_program *p, const struct trace_pair *pair);

#endif
