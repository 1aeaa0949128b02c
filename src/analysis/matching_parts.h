// What the parts of matching_compute share.
#ifndef HEDDLE_ANALYSIS_MATCHING_PARTS_H
#define HEDDLE_ANALYSIS_MATCHING_PARTS_H

#include "analysis/matching.h"

struct code_hashes {
    bool made;
    VECTOR(uint64_t) list;
};
struct matching_symbols {
    struct matching *matching;
    struct code_hashes *hashes[VERSION_COUNT]; // by function
};

// Matches functions and globals; makes the contents' hashes say which: matching_symbols.c
void matching_symbols(struct matching *matching);

// Matches the instructions of two functions with code: matching_code.c
void matching_code(struct matching *matching, uint32_t old_function, uint32_t new_function);

#endif
