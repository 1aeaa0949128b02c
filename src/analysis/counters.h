// Counters that take very long to overflow: begun with small constants, in a register, and changed by nothing
// but small constants that are added and subtracted.
#ifndef HEDDLE_ANALYSIS_COUNTERS_H
#define HEDDLE_ANALYSIS_COUNTERS_H

#include "analysis/registers.h"

// Whether the instruction adds or subtracts a small constant, and what it adds to is such a counter of 32
// bits or more: it has been executed 2^26 times before it overflows.
bool counter_is_slow(const struct program *program, const struct registers *registers, uint32_t code);

#endif
