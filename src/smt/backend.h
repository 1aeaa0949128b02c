// The last layer, the solvers: a SAT solver (smt/bit_solver.h) for queries without floating point, Z3
// (smt/z3_backend.h) for the others and for what the SAT solver gives up. Queries are sets of conjuncts;
// answers come with a model or with the conjuncts that contradict.
#ifndef HEDDLE_SMT_BACKEND_H
#define HEDDLE_SMT_BACKEND_H

#include "smt/smt.h"

struct backend;

// Neither solver is loaded before a query needs it. Takes the limits from the options.
struct backend *backend_new(struct terms *terms, const struct smt_options *options);
// The limits of further queries: smt_limit, smt_effort.
void backend_limit(struct backend *b, unsigned milliseconds);
void backend_effort(struct backend *b, unsigned effort);
// bit_solver_steps; those of Z3 are not counted.
uint64_t backend_steps(const struct backend *b);
void backend_free(struct backend *backend);

// Queries that begin like the one before are cheaper: give the conjuncts in the order of the path, each once.
// SMT_SAT: model[i] is set for each input i that occurs in the query (it has room for all inputs of the
// table). SMT_UNSAT: core[0 .. *core_count - 1] (room for n) is a subset that is unsatisfiable, ascending if
// the query is. SMT_UNKNOWN: a limit was reached, the solvers gave up or failed, or there are none.
enum smt_answer backend_check(struct backend *backend, const term *query, uint32_t n, uint64_t *model,
                              term *core, uint32_t *core_count);

// Asks Z3 alone: a second opinion.
enum smt_answer backend_confirm(struct backend *backend, const term *query, uint32_t n, uint64_t *model,
                                term *core, uint32_t *core_count);

// Why Z3 could not be loaded; NULL when it was or was not tried.
const char *backend_error(const struct backend *backend);

#endif
