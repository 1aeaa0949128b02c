// How much of a search is over, for people who wait for it: an estimate.
#ifndef HEDDLE_EXPLORE_ESTIMATE_H
#define HEDDLE_EXPLORE_ESTIMATE_H

#include "explore/search.h"

// The share of the search tree that has been explored, 0 to 1, where all ways from a choice point that are
// known to be explored weigh the same (the weights of Knuth, "Estimating the efficiency of backtrack
// programs", 1975, here of the path that a depth-first search is on). A reduction comes to know of more ways
// as it goes on, so it may fall. Below 0: it cannot be said (other processes explore parts; what is left is
// not known).
double estimate_explored(const struct search *s);

#endif
