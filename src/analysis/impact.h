// What a change can affect, and what can affect it, across threads and calls (CISE 5, algorithm 3): the
// forward and backward closures of the changes over the dependence graphs of both versions.
//
// What depends on a deleted statement is found in the old version, and goes on in the new one from the
// counterparts of what was found; likewise the other way round. Of a modified statement both versions count:
// CISE looks at the new one alone, and misses what read what it does not write any more. What comes before a
// thread is created depends on nothing that the thread does (CISE's refinement): the dependence graph has no
// such edges.
#ifndef HEDDLE_ANALYSIS_IMPACT_H
#define HEDDLE_ANALYSIS_IMPACT_H

#include "analysis/dependence.h"
#include "analysis/difference.h"
#include "analysis/slice.h"

struct impact {
    struct dependence *dependences[VERSION_COUNT];
    // Of each version; the changes are members of both.
    struct slice *affected[VERSION_COUNT], *affecting[VERSION_COUNT];
};

// The programs are analysed. Refers to the difference and to them.
struct impact *impact_compute(const struct difference *difference);
void impact_free(struct impact *impact);

#endif
