// What the conjuncts of a query say of one another, before a SAT solver sees them. A conjunct holds within
// all others: `x = y` makes one side of a choice there the only one. And linear equations are solved: of `x +
// y + 1 = 3 * z` each input with an odd factor is given by the others, modulo 2^width, and is replaced
// everywhere (Gaussian elimination, as far as factors have inverses). A SAT solver adds up bit by bit, and
// takes long to see that sums of the same inputs in another order are equal.
#ifndef HEDDLE_SMT_SIMPLIFY_H
#define HEDDLE_SMT_SIMPLIFY_H

#include "base/vector.h"
#include "smt/smt.h"

#define SIMPLIFY_MOST 64u // conjuncts of a query; of longer ones nothing is simplified

// A conjunct as it is left, and the conjuncts of the query that it follows from, a bit each.
struct simplified {
    term t;
    uint64_t from;
};
// An input that others give: by terms over inputs that are not solved.
struct solved_input {
    uint32_t input;
    term image;
    uint64_t from;
};
// What a term is replaced by in the present rewriting.
struct replaced {
    uint32_t stamp; // of the rewriting
    uint32_t fact;  // where the replacement comes from: in `facts`, counted from 1; 0: the terms in it
    term image;
};

// Of the last query.
struct simplification {
    VECTOR(struct simplified) left;
    VECTOR(struct solved_input) solved;
    VECTOR(struct replaced) replaced; // by term
    VECTOR(uint64_t) facts;           // of the present rewriting: what each follows from
    VECTOR(term) stack;
    VECTOR(term) asked; // the terms of `left`
    uint32_t stamp;
    uint32_t looked_at; // terms, in rewriting
    uint64_t used;      // what the facts that the present rewriting has used follow from
    bool changed;       // in the present round
    bool contradicts;
};

void simplify_free(struct simplification *simplification);

// Simplifies the query. False: it has no equation of sums that would make that worth the time, nothing came
// of it, or it is too large. Otherwise `asked` are conjuncts that together are satisfiable if and only if the
// query is; with `contradicts` it is not, and `left` has only what shows it.
bool simplify_query(struct simplification *simplification, struct terms *terms, const term *query,
                    uint32_t n);
// Values of inputs (by index) that satisfy what is asked become such of the query: sets inputs that were
// solved.
void simplify_complete(const struct simplification *simplification, struct terms *terms, uint64_t *values,
                       uint32_t count);
// The *count terms in `core`, of those that are asked, contradict each other (none is given where it
// `contradicts`): makes `core` (with room for n) a part of the query that is unsatisfiable.
void simplify_lift_core(const struct simplification *simplification, const term *query, uint32_t n,
                        term *core, uint32_t *count);

#endif
