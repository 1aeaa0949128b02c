// From a solution of the encoding to a schedule of the machine.
#ifndef HEDDLE_PREDICT_VALUE_SCHEDULE_H
#define HEDDLE_PREDICT_VALUE_SCHEDULE_H

#include "predict/trace_program.h"

// Adds the steps of the events that are executed up to the last of those `needed`, in their order, with the
// answers to choices. `values`: of all variables, by index of the input. Nothing needed: only the choices
// before the first step.
void value_schedule(const struct trace_program *p, const uint64_t *values, const uint32_t *needed,
                    uint32_t count, schedule_vector *schedule);

// Adds the events that these are the steps of, in their order; of an atomic section the first one.
void value_schedule_events(const struct trace_program *p, const uint64_t *values, const uint32_t *needed,
                           uint32_t count, event_list *events);

// Adds the event's own step.
void value_schedule_step(const struct trace_program *p, uint32_t event, schedule_vector *schedule);

#endif
