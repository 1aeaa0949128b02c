// Which words of the initial data are addresses.
#ifndef HEDDLE_ANALYSIS_RELOCATIONS_H
#define HEDDLE_ANALYSIS_RELOCATIONS_H

#include "program/program.h"

// Index in the program's relocations of the first one at or behind an offset in its data, by binary search;
// their count: there is none.
uint32_t relocations_from(const struct program *program, uint64_t offset);

#endif
