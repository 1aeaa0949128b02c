// The way to a violation, statement by statement, for formats of other tools: what threads did in the source,
// which threads they created, and which inputs they got, found by re-executing it.
#ifndef HEDDLE_REPORT_VIOLATION_PATH_H
#define HEDDLE_REPORT_VIOLATION_PATH_H

#include "explore/explore.h"
#include "report/place.h"

enum path_kind {
    PATH_STATEMENT, // visible operations on one line
    PATH_INPUT,     // a function like __VERIFIER_nondet_int returned
    PATH_CREATE,    // another thread was created
    PATH_JOIN       // another thread ended, which it waited for
};

struct path_step {
    enum path_kind kind;
    uint32_t step;   // of the schedule; NO_STEP: before the first
    uint32_t thread; // canonical number
    uint32_t other;  // the thread that was created or has ended
    struct source_place place;
    unsigned width; // of the input
    uint64_t value;
    char *name; // of the function that gave the input, of the function that the created thread begins with;
                // owned; NULL: unknown
};

struct violation_path {
    VECTOR(struct path_step) steps;
    VECTOR(char *) thread_names; // by canonical number; owned
};

// Re-executes the violation. Released with violation_path_free.
struct violation_path violation_path(const struct program *program, const struct machine_options *options,
                                     const struct exploration_violation *violation,
                                     struct replay_analysis *analysis);
void violation_path_free(struct violation_path *path);

#endif
