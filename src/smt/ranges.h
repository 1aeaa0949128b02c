// Conditions that compare one term with constants, decided without a solver: loops that count to an input and
// switches over one make many of them.
#ifndef HEDDLE_SMT_RANGES_H
#define HEDDLE_SMT_RANGES_H

#include "base/vector.h"
#include "smt/smt.h"
#include "term/interval.h"

struct ranges {
    VECTOR(struct term_interval) intervals;
};

void ranges_free(struct ranges *ranges);

// SMT_UNSAT: the conditions on one of the terms leave it no value. SMT_SAT: all conjuncts are such conditions
// on one input; *input and *value say which and a value that satisfies them. SMT_UNKNOWN: not decided here.
enum smt_answer ranges_decide(struct ranges *ranges, struct terms *terms, const term *conjuncts, uint32_t n,
                              uint32_t *input, uint64_t *value);

#endif
