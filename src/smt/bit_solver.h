// Queries without floating point by a SAT solver: conjuncts become gates (smt/blast.h), gates become clauses,
// and the gate of each conjunct is an assumption, so that those that were needed are the unsatisfiable core.
// The solver keeps its clauses, and what it has learnt, from query to query, as long as most of them belong
// to what is asked.
#ifndef HEDDLE_SMT_BIT_SOLVER_H
#define HEDDLE_SMT_BIT_SOLVER_H

#include "smt/limits.h"
#include "smt/smt.h"

struct bit_solver;

// Takes the interrupt and the memory limit of the options.
struct bit_solver *bit_solver_new(struct terms *terms, const struct smt_options *options);
void bit_solver_free(struct bit_solver *s);

// Rounds of the SAT solver in all queries so far, each a decision or a conflict, or the like: how much work
// they were, whatever the machine does beside.
uint64_t bit_solver_steps(const struct bit_solver *s);

// As backend_check; no term of the query has floating point. SMT_UNKNOWN also where there is no SAT module.
enum smt_answer bit_solver_check(struct bit_solver *s, const struct solver_limits *limits, const term *query,
                                 uint32_t n, uint64_t *model, term *core, uint32_t *core_count);

#endif
