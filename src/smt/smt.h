// Satisfiability of conjunctions of terms of width 1. A chain of layers, each testable alone: trivial cases,
// independence slicing (only constraints that share inputs, directly or not, with the question), caches of
// models (a stored model that satisfies the query answers it) and of unsatisfiable sets (a superset of one is
// unsatisfiable), bounds of sums, what conjuncts say of one another, a SAT solver, Z3. The solvers are loaded
// with dlopen when the first query reaches them.
#ifndef HEDDLE_SMT_SMT_H
#define HEDDLE_SMT_SMT_H

#include "base/interrupt.h"
#include "term/term.h"

#include <stdbool.h>
#include <stdint.h>

enum smt_answer { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };

struct smt_options {
    unsigned query_milliseconds; // limit of one query to each solver, see smt_limit; 0: none
    uint64_t memory;             // what the process may hold, in bytes; 0: anything
    struct interrupt *interrupt; // ends queries, with SMT_UNKNOWN; NULL: nothing does
    bool caches;                 // off only to measure and to test
    bool slicing;
    bool validate;           // ask Z3 about every answer of the SAT solver and of the caches; costs time
    bool only_z3;            // no SAT solver: only to measure and to test
    uint64_t unknown_one_in; // test builds: one query in so many answers unknown; 0: never
};

struct smt_statistics {
    uint64_t questions;  // calls of smt_check
    uint64_t conjuncts;  // of all of them that were looked at
    uint64_t range_hits; // answered by comparing bounds
    uint64_t model_hits, unsat_hits;
    uint64_t queries; // that reached a solver
    uint64_t steps;   // of the SAT solver in these
    uint64_t unknowns;
    uint64_t wrong_models; // models that evaluation refused, cached answers that validation refused: always
                           // answered unknown
    double seconds;        // in solvers
};

struct smt;

struct smt *smt_new(struct terms *terms, const struct smt_options *options);
void smt_free(struct smt *smt);

// Is (pc[0] and ... and pc[n - 1] and question) satisfiable? `question` may be TERM_NONE. pc is assumed
// satisfiable by itself (it is a path condition that was reached): this is what makes slicing right. With
// `model` not NULL and SMT_SAT: fills model[0 .. model_count - 1] (by input index) so that the WHOLE
// conjunction holds. `hint`, if not NULL, is such an array that satisfies pc (from an earlier answer): inputs
// outside the slice keep the hint's values; without a hint and with slicing the rest of pc is solved too.
enum smt_answer smt_check(struct smt *smt, const term *pc, uint32_t n, term question, const uint64_t *hint,
                          uint64_t *model, uint32_t model_count);

// From now on one query gets at most this effort; 0: any. Effort is counted in steps of the solver, as many
// as it takes in so many milliseconds of an idle machine: what is answered does not depend on how busy it is.
// For questions whose answer may be unknown without anybody being told. Returns what was set before.
unsigned smt_effort(struct smt *smt, unsigned effort);

// From now on one query takes at most this long by the clock, if that is less than the option's limit; 0: as
// the option says. For what the user has patience for: a query that runs out of it has to make the verdict
// inconclusive.
void smt_limit(struct smt *smt, unsigned milliseconds);

// Whether Z3 could not be loaded, and why (NULL: not tried, or loaded).
const char *smt_load_error(const struct smt *smt);
const struct smt_statistics *smt_statistics(const struct smt *smt);

#endif
