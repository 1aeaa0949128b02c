// The last solver of a query: Z3, for floating point, and for what the SAT solver gives up.
#ifndef HEDDLE_SMT_Z3_BACKEND_H
#define HEDDLE_SMT_Z3_BACKEND_H

#include "smt/limits.h"
#include "smt/smt.h"

struct z3_backend;

// Z3 is not loaded before the first query.
struct z3_backend *z3_backend_new(struct terms *terms, const struct smt_options *options);
void z3_backend_free(struct z3_backend *backend);

// As backend_check. Queries that begin like the one before are cheaper.
enum smt_answer z3_backend_check(struct z3_backend *backend, const struct solver_limits *limits,
                                 const term *query, uint32_t n, uint64_t *model, term *core,
                                 uint32_t *core_count);

// Why Z3 could not be loaded; NULL when it was or was not tried.
const char *z3_backend_error(const struct z3_backend *backend);

#endif
