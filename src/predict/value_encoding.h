// What holds of every prefix of every feasible order of a trace program's events (CTP section 4, with the
// simplifications there): a conjunction of terms over the events' places in the order, whether they are
// executed, inputs, and what is read.
#ifndef HEDDLE_PREDICT_VALUE_ENCODING_H
#define HEDDLE_PREDICT_VALUE_ENCODING_H

#include "predict/trace_program.h"

typedef VECTOR(term) term_list;

// Adds the conjuncts. The run itself satisfies them (value_encoding_model).
void value_encoding_make(const struct trace_program *p, term_list *conjuncts);
// The condition that the first event comes before the second, which is another one, where both are executed.
term value_encoding_before(const struct trace_program *p, uint32_t first, uint32_t second);
// The values of all variables in the run, by index of the input. Owned by the caller.
uint64_t *value_encoding_model(const struct trace_program *p, uint32_t *count);

#endif
