// Comparisons of sums that cannot hold within the bounds of what is summed up: `10 * x + y < 0` where x and y
// are digits. A SAT solver adds up bit by bit, and takes long over what intervals show at once.
#ifndef HEDDLE_SMT_SUMS_H
#define HEDDLE_SMT_SUMS_H

#include "base/vector.h"
#include "smt/smt.h"
#include "term/interval.h"

struct sums {
    VECTOR(struct term_interval)
    intervals; // what the conjuncts say of terms and of parts of these; by subject
};

void sums_free(struct sums *sums);

// Whether one of the conjuncts (ascending) contradicts the bounds that all of them give to the terms in it.
// False: not decided.
bool sums_contradict(struct sums *sums, struct terms *terms, const term *conjuncts, uint32_t n);

#endif
