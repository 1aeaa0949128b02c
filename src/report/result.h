// All that a check has found, for the writers of results, and the numbers in it by name.
#ifndef HEDDLE_REPORT_RESULT_H
#define HEDDLE_REPORT_RESULT_H

#include "analysis/race_proof.h"
#include "report/earlier.h"
#include "report/place.h"
#include "report/settings.h"
#include "report/timeline.h"

#include "base/clock.h"

#define RESULT_SCHEMA 1

#define ENDED_BY_STOP "interrupted before all executions were explored"
#define ENDED_BY_TIME "the time budget ran out (--max-seconds)"
#define ENDED_BY_MEMORY "out of memory (see --max-memory)"

struct result {
    const struct settings *settings;
    const struct machine_options *machine;
    const struct program *program;         // NULL: did not get that far
    const struct exploration *exploration; // never NULL; of a replay: its one violation
    VECTOR(struct timeline *) timelines;   // per violation; NULL: not built yet
    struct replay_analysis analysis;       // of timelines
    text_list witnesses;                   // per violation: path of its witness, or NULL; may be shorter
    struct earlier_reuse reuse;            // of an earlier check
    struct race_proof *race_proof;         // of data-race; owned; NULL: not tried
    bool kept;                             // a checkpoint was left for a later check
    char *store_problem;     // why the store was not used; owned; NULL: it was, or none was asked for
    struct buffer output;    // of the first execution, if asked for
    const char *ended_early; // why there is less than an exploration; NULL: there is one. ENDED_BY_...
    double began;            // by clock_seconds
    double frontend_seconds, total_seconds;
    // A replay:
    const char *replayed;   // path of the witness; NULL: this is a check
    struct sources sources; // quoted lines
};

void result_free(struct result *result);

// The properties that were asked for: what the settings say, and data-race where that was shown before.
uint32_t result_properties(const struct result *result);
// Why the summaries of the earlier check's states were not carried over, a constant; NULL: they were, or
// there are none.
const char *result_no_summaries(const struct result *result);

// The timeline of a violation, built when first asked for; owned by the result.
struct timeline *result_timeline(struct result *result, uint32_t violation);
// Where a violation is shown: its innermost place in the user's code; of a deadlock that of the first thread
// that waits.
struct source_place result_place(struct result *result, uint32_t violation);
// An access of a data race, for people: "write", "atomic read", "free", "lock"; where it is.
const char *result_access_kind(const struct violation_access *access);
struct source_place result_access_place(const struct result *result, const struct violation_access *access);
// Names of the threads a violation involves: the one it happened in (of a data race then the one with the
// first access), or those that wait. Number of them; the i-th.
uint32_t result_thread_count(const struct result *result, uint32_t violation);
const char *result_thread(const struct result *result, uint32_t violation, uint32_t i);
// Path of its witness, or NULL.
const char *result_witness(const struct result *result, uint32_t violation);
const char *result_verdict(const struct result *result);
// What the program printed, up to the first violation if there is one. Owned by the caller.
char *result_output(struct result *result);

// Numbers of the result, by their path in JSON: "executions.complete".
enum { RESULT_NUMBERS = 21 };
struct result_number {
    const char *path;
    bool fraction; // else an integer
    double value;
};
void result_numbers(const struct result *result, struct result_number numbers[RESULT_NUMBERS]);

// Reasons why a verdict is inconclusive: those of the exploration and those of the result itself.
struct result_reason {
    const char *message;
    const char *hint; // the option that lifts it; NULL: none
    struct source_place place;
    uint64_t times;
};
uint32_t result_reason_count(const struct result *result);
struct result_reason result_reason(const struct result *result, uint32_t i);

// The writers. Each returns text owned by the caller.
char *result_json(struct result *result);
char *result_sarif(struct result *result);
char *result_short(struct result *result);
char *result_junit(struct result *result);
char *result_text(struct result *result, unsigned columns, bool colour);
// What result_text says of one violation, without colours.
char *result_violation_text(struct result *result, uint32_t violation, unsigned columns);
// What a thread waits for, for people: "waits to lock a".
char *result_waits_for(const struct timeline_waiting *waiting);

#endif
