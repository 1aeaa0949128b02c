// What is executed while a lock is held, or inside an atomic section: everything that can be reached from its
// beginning without passing its end, in the same thread. Where it is not certain that an unlock is of the
// same lock, the region goes on.
#ifndef HEDDLE_ANALYSIS_REGIONS_H
#define HEDDLE_ANALYSIS_REGIONS_H

#include "analysis/dependence.h"

struct region {
    uint32_t site;       // index of the call that begins it
    uint64_t *nodes;     // flow nodes in it, numbered through the program
    uint64_t *functions; // functions that are in it as a whole
    bool blocks;         // it may wait for something inside, or never end
};

// The region that begins at a call of FACT_LOCKS or FACT_BEGINS; and at one of FACT_BEGINS only. Released by
// region_free.
struct region region_find(const struct dependence *d, uint32_t site);
struct region region_find_section(const struct calls *calls, uint32_t site);
void region_free(struct region *region);

// Whether two arguments of two calls may be the same address (the same lock): of `argument` a and b.
bool region_may_be_same_place(const struct dependence *d, uint32_t code_a, uint32_t code_b);

#endif
