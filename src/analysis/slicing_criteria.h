// What matters to the exploration whatever is asked, besides the criteria of the properties
// (analysis/criteria.h): synchronisation, what has no model, and waiting inside atomic sections.
#ifndef HEDDLE_ANALYSIS_SLICING_CRITERIA_H
#define HEDDLE_ANALYSIS_SLICING_CRITERIA_H

#include "analysis/criteria.h"

// Adds all of it. The slice has to be closed afterwards. False: nothing may be left out, whatever the slice.
// A thread may wait for the end of another one inside an atomic section: whether it has to depends on every
// operation of that one.
// Where threads are cancelled, nothing may be left out, either.
bool slicing_criteria_add(struct slice *slice);

// Adds what may make a stack of so many bytes (0: no limit) overflow, which violates `memory`. Whether there
// is anything.
bool slicing_criteria_add_stack(struct slice *slice, uint64_t stack_size);

#endif
