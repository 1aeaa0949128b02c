// The oracle of tests/fuzz (docs/design.md 8): explores each program of a batch under several settings and
// compares sets of what was seen. A batch is one translation unit with entries main_0, main_1, ...;
// docs/oracle.md says what is compared.
#ifndef HEDDLE_FUZZ_ORACLE_H
#define HEDDLE_FUZZ_ORACLE_H

#include "explore/explore.h"
#include "program/program.h"

struct oracle_options {
    const char *file;        // the batch
    const char *old;         // oracle_edits: the batch before the edits
    const char *native;      // oracle_native: the same batch compiled for the host
    uint32_t count;          // programs in the batch
    uint64_t max_executions; // programs with more than that under POR_NONE are discarded
    double max_seconds;      // of one exploration
    uint32_t forbidden;      // how many reached final states to forbid, one at a time
    uint32_t settings;       // oracle_prune: how many; 4 without slices, the others with
    uint32_t pieces;         // how many searches are stopped again and again, and gone on with (por)
    uint32_t subsets;        // how many random subsets of the properties (oracle_subsets.h)
    uint32_t seed;           // of what the oracle itself chooses
    bool parts; // oracle_jobs: part by part in one process (explore/split.h), not by several processes
    bool verbose;
};

typedef VECTOR(uint64_t) value_set;
typedef VECTOR(char *) text_set;

// Each prints one line a program on standard output: `K passed ...`, `K discarded WHY`, `K failed WHY`.
void oracle_por(struct program *program, const struct oracle_options *options);
// Interchangeable threads.
void oracle_alike(struct program *program, const struct oracle_options *options);
void oracle_subsets(struct program *program, const struct oracle_options *options);
void oracle_prune(struct program *program, const struct oracle_options *options);
// `program`: after the edits.
void oracle_edits(struct program *old_version, struct program *program, const struct oracle_options *options);
void oracle_race(struct program *program, const struct oracle_options *options);
// The static proof that there is no race.
void oracle_locks(struct program *program, const struct oracle_options *options);
void oracle_jobs(struct program *program, const struct oracle_options *options);
void oracle_native(struct program *program, const struct oracle_options *options);
void oracle_analysis(struct program *program, const struct oracle_options *options, bool slices);

// oracle_sets.c: sorts, and drops what occurs twice.
void values_normalise(value_set *set);
bool values_equal(const value_set *a, const value_set *b);
bool values_has(const value_set *set, uint64_t value);
bool values_contain(const value_set *set, const value_set *part);
void texts_normalise(text_set *set);
void texts_free(text_set *set);
// NULL if equal; else the first text that only one of them has, and *in_first tells which.
const char *texts_difference(const text_set *a, const text_set *b, bool *in_first);

// "PROPERTY at LINE: MESSAGE", owned by the caller.
char *oracle_violation_text(const struct program *program, const struct exploration_violation *violation);
// The properties that are on by default.
uint32_t oracle_properties(void);
// The machine enters the program at `main_K`; false: there is none.
bool oracle_enter(struct program *program, uint32_t number);
// Prints whether one program of a batch passes, which the machine enters.
typedef void oracle_check(const struct program *program, const struct oracle_options *options,
                          uint32_t number);
// All programs of a batch, one after the other.
void oracle_check_all(struct program *program, const struct oracle_options *options, oracle_check *check);

#endif
