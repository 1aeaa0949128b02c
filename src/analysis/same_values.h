// Which instructions of two functions, paired as the same operations, also read the same values from
// registers. Private to counterparts.c.
#ifndef HEDDLE_ANALYSIS_SAME_VALUES_H
#define HEDDLE_ANALYSIS_SAME_VALUES_H

#include "analysis/version_names.h"

// `code`: by version and instruction (of the whole program) the one that it is paired with, or NO_CODE. Takes
// back pairs of these two functions until in each that is left every register was set by a pair, holds the
// same parameter, or merges such values in the same way: the greatest set of which that is true. `same_ways`:
// the functions have the same control-flow graph. Otherwise both of a pair also depend on the same sides of
// those branches that are pairs (Ferrante, Ottenstein and Warren 1987); what depends on a branch that is in
// no pair is affected by it. False: nothing can be said of these functions.
bool same_values_keep(const struct program *const programs[2], uint32_t old_function, uint32_t new_function,
                      uint32_t *const code[2], bool same_ways);

#endif
