// What names stand for in two versions of a program: functions and global variables are paired, so that
// addresses in the two can be compared by what lies there. Private to counterparts.c and its parts.
#ifndef HEDDLE_ANALYSIS_VERSION_NAMES_H
#define HEDDLE_ANALYSIS_VERSION_NAMES_H

#include "analysis/counterparts.h"

struct version_names {
    struct counterparts *result; // functions, globals and changed_globals of it are filled in
    uint32_t *by_address[2];     // globals that have an address, ascending
    uint32_t by_address_count[2];
    uint32_t *thread_locals[2]; // by number: the global
};

// Pairs functions by name and kind, global variables by name, and literals, which clang numbers, by content.
void version_names_pair(struct version_names *names, struct counterparts *result);
void version_names_free(struct version_names *names);

// Whether an address in the old version and one in the new version are of the same place in paired functions
// or globals; or, where nothing lies there, equal numbers.
bool version_names_same_address(const struct version_names *names, uint64_t old_address,
                                uint64_t new_address);
// Whether they are numbers of paired thread-local variables.
bool version_names_same_local(const struct version_names *names, uint64_t old_number, uint64_t new_number);

#endif
