// Where executions come from, for people whose search takes long: how many were begun to reverse the order of
// two accesses, by variable and place, and how many because inputs decide a branch or the program leaves a
// choice open (--explain). Costs nothing where it is not asked for.
#ifndef HEDDLE_EXPLORE_ORIGINS_H
#define HEDDLE_EXPLORE_ORIGINS_H

#include "explore/search.h"

// An execution was added that reverses the event with what touches the memory of that label.
void origins_add_order(struct search *s, uint32_t event, uint32_t label);
// The present choice is answered in another way.
void origins_add_choice(struct search *s);
// What was counted until now counts no more: the search starts again.
void origins_restart(struct search *s);
// Sorts the result's origins, the most frequent first, and releases what only counting needs.
void origins_end(struct search *s);

#endif
