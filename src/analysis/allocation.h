// Whether a program can have memory on the heap at all: one that has none cannot lose any.
#ifndef HEDDLE_ANALYSIS_ALLOCATION_H
#define HEDDLE_ANALYSIS_ALLOCATION_H

#include "program/program.h"

#include <stdbool.h>

// Whether code that can run may allocate memory on the heap, for the program or within the C library. False
// is certain; true may be wrong. The program must not be a constant (analysis/analyses.h).
bool allocation_possible(const struct program *program);

#endif
