// Three-access atomicity violations of a trace program (CTP 5.1): two events of one thread in one region that
// is meant to be atomic, and one of another thread that conflicts with both, so that no execution of the
// region without interruption has the order of these three.
#ifndef HEDDLE_PREDICT_VALUE_ATOMICITY_H
#define HEDDLE_PREDICT_VALUE_ATOMICITY_H

#include "predict/trace_program.h"

struct trace_triple {
    uint32_t first, between, last; // events; in the order in which they violate atomicity
};
typedef VECTOR(struct trace_triple) triple_list;

// The triples of conflicting accesses that no order rules out by itself.
void value_triples(const struct trace_program *p, triple_list *triples);
// The condition that the three events are executed in this order.
term value_triple_happens(const struct trace_program *p, const struct trace_triple *triple);

#endif
