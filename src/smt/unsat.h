// Sets of conjuncts that are unsatisfiable together: any query that contains one of them is unsatisfiable.
#ifndef HEDDLE_SMT_UNSAT_H
#define HEDDLE_SMT_UNSAT_H

#include "base/vector.h"
#include "term/term.h"

struct unsat_set {
    uint32_t start, size; // in members, ascending
    uint32_t next;        // set + 1 with the same largest member
};

struct unsat_sets {
    VECTOR(struct unsat_set) sets;
    VECTOR(term) members;
    VECTOR(uint32_t) first; // by term: a set + 1 of which it is the largest member; 0: none
};

void unsat_free(struct unsat_sets *unsat);

// Whether the query (ascending, without duplicates) contains a stored set.
bool unsat_contains(const struct unsat_sets *unsat, const term *query, uint32_t n);

// Stores a set (ascending, at least one member).
void unsat_add(struct unsat_sets *unsat, const term *members, uint32_t n);

#endif
