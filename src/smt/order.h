// Satisfiability of clauses about the order of points in time: each literal says that one point comes before
// another one, or that a flag is set or not. Decided by Z3's difference logic.
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
    VECTOR(struct order_literal) literals; // of all clauses, one after the other
    VECTOR(uint32_t) ends;                 // of each clause among them
};

// Begins a new clause: the literals that are pushed until order_end belong to it.
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
};

// Z3 is not loaded before the first problem.
struct order_solver *order_solver_new(const struct order_options *options);
void order_solver_free(struct order_solver *solver);
// SMT_SAT: `times` (room for all points) and `set` (for all flags) have values that satisfy every clause.
// SMT_UNKNOWN: the limit was reached, or Z3 failed or is not there. `milliseconds`: a limit that is lower
// than the options'; 0: none.
enum smt_answer order_check(struct order_solver *solver, const struct order_problem *problem,
                            unsigned milliseconds, int64_t *times, bool *set);
// Why Z3 could not be loaded; NULL when it was or was not tried.
const char *order_error(const struct order_solver *solver);

#endif
