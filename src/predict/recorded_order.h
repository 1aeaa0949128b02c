// From the events of a walk in a predicted order to the events of the trace in that order: with those that
// the machine has no operations for (the creation of threads, memory that one thread uses alone).
#ifndef HEDDLE_PREDICT_RECORDED_ORDER_H
#define HEDDLE_PREDICT_RECORDED_ORDER_H

#include "predict/prediction.h"
#include "predict/recorded_walk.h"
#include "predict/trace_program.h"

// `events`: of the trace program, in their order; then the assertion fails. Sets the prediction's order and
// prefix. False: the recorded events have no such order.
bool recorded_order_make(const struct recorded_walk *walk, const struct trace_program *program,
                         const event_list *events, const struct trace_assertion *assertion,
                         const struct event_trace *trace, const recording_origins *origins,
                         struct prediction *prediction);

#endif
