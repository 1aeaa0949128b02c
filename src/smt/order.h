// Satisfiability of clauses about the order of points in time: each literal says that one point comes before
// another one, or that a flag is set or not. A search of its own decides most problems (order_search.h), Z3's
// difference logic the others.
#ifndef HEDDLE_SMT_ORDER_H
#define HEDDLE_SMT_ORDER_H

#include "base/vector.h"
#include "smt/smt.h"

// Points and flags are numbered from 0. A literal with ORDER_SET or ORDER_UNSET as `second` is about flag
// `first`; any other one says that point `first` comes before point `second`.
enum { ORDER_SET = 0xffffffff, ORDER_UNSET = 0xfffffffe };
struct order_literal {
    uint32_t first, second;
};

struct order_problem {
    uint32_t points, flags;
    VECTOR(uint32_t) chains; // points of a chain follow one another, in their order: the end of each chain
    VECTOR(uint32_t) ranks;  // of each point: an order that is tried first
    VECTOR(struct order_literal) literals; // of all clauses, one after the other
    VECTOR(uint32_t) ends;                 // of each clause among them
};

// A point at the end of the last chain, or with `begins` of a new one: its number.
static inline uint32_t order_point(struct order_problem *problem, bool begins, uint32_t rank)
{
    vector_push(&problem->ranks, rank);
    if (begins)
        vector_push(&problem->chains, problem->points + 1);
    else
        vector_last(&problem->chains)++;
    return problem->points++;
}
// The literals that are pushed until order_end are a clause.
static inline void order_push(struct order_problem *problem, uint32_t first, uint32_t second)
{
    vector_push(&problem->literals, (struct order_literal){first, second});
}
static inline void order_end(struct order_problem *problem)
{
    vector_push(&problem->ends, problem->literals.size);
}
void order_clear(struct order_problem *problem);
void order_free(struct order_problem *problem);

struct order_solver;

struct order_options {
    unsigned milliseconds; // limit of one problem; 0: none
    uint64_t memory;       // what the process may hold, in bytes; 0: anything
    // Tries of the search that may fail before Z3 is asked, for each problem. ORDER_Z3: it is asked at once.
    uint64_t conflicts;
};
#define ORDER_Z3 UINT64_MAX

// Z3 is not loaded before it is asked.
struct order_solver *order_solver_new(const struct order_options *options);
void order_solver_free(struct order_solver *solver);
// SMT_SAT: `times` (room for all points) and `set` (for all flags) have values that satisfy every clause.
// SMT_UNKNOWN: the limit was reached, or Z3 failed or is not there. `milliseconds`: a limit that is lower
// than the options'; 0: none.
enum smt_answer order_check(struct order_solver *solver, const struct order_problem *problem,
                            unsigned milliseconds, int64_t *times, bool *set);
// Problems that Z3 was asked.
uint64_t order_asked(const struct order_solver *solver);
// Why Z3 could not be loaded; NULL when it was or was not tried.
const char *order_error(const struct order_solver *solver);

#endif
