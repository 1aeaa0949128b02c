// Code that is known never to be executed (analysis/affected.h): what only decides whether it is reached
// decides nothing.
#ifndef HEDDLE_ANALYSIS_UNREACHED_H
#define HEDDLE_ANALYSIS_UNREACHED_H

#include "analysis/slice.h"

// Keeps out of the slice the branches one side of which leads to one of these instructions, whatever happens,
// and that these calls do not come back. To be called before anything is added to the slice.
void unreached_exclude(struct slice *slice, const uint64_t *unreached);

#endif
