// All accesses of a program that may be part of a data race, and what keeps a program from being judged by
// them.
#ifndef HEDDLE_ANALYSIS_RACE_ACCESSES_H
#define HEDDLE_ANALYSIS_RACE_ACCESSES_H

#include "analysis/held_locks.h"
#include "analysis/relative_locks.h"

struct race_access {
    uint32_t code;
    struct points_to_access what;
    struct lock_set locks; // held for certain
    uint32_t relative;     // index in `relative`: locks held beside what is accessed
    bool ends_frame;       // the thread's own variables end
};

struct race_accesses {
    VECTOR(struct race_access) all; // by object
    uint32_t *starts; // by object: its accesses are all.data[starts[o]] .. all.data[starts[o + 1] - 1]
    VECTOR(struct relative_lock_list) relative;
};

// Adds to `to`, a cleared one, whose arrays the caller frees with race_accesses_free.
void race_accesses_collect(struct threads *threads, const struct held_locks *held,
                           struct relative_locks *relative, struct race_accesses *to);
void race_accesses_free(struct race_accesses *accesses);

// What in the program has no model, for people, and where; NULL: nothing that can be reached. Owned by the
// caller. race_obstacles.c
char *race_obstacle_find(const struct threads *threads, uint32_t *code);

#endif
