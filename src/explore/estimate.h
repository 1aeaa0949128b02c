// How much of a search is over, for people who wait for it: an estimate.
#ifndef HEDDLE_EXPLORE_ESTIMATE_H
#define HEDDLE_EXPLORE_ESTIMATE_H

#include "explore/search.h"

// The share of the search tree that has been explored, 0 to 1; of a search that begins again with other
// limits that of the present one. Each way from a choice point that is known and left counts as many
// executions as those that were explored there have on average (the recursive estimate of Kilby, Slaney,
// Thiebaux, Walsh: "Estimating search tree size", AAAI 2006, for the path that a depth-first search is on). A
// way that another process explores counts as many as that process expects. A reduction comes to know of more
// ways as it goes on, so it may fall. Below 0: it cannot be said (another search is made beside this one;
// what is left is not known).
double estimate_explored(const struct search *s);
// How many executions the part of this process has (of the first process: the search), those included that
// other processes explore for it.
double estimate_size(const struct search *s);

#endif
