// A cycle through a fair component of a graph of states (fair.h), which is fair, too.
#ifndef HEDDLE_EXPLORE_LASSO_H
#define HEDDLE_EXPLORE_LASSO_H

#include "explore/fair.h"

// Appends a cycle from a state of the component back to that state: it has a step of each thread that is
// executed in the component, and the edges of `wanted`, all of them in the component. Goes the shortest ways
// from one to the next.
void lasso_find(const struct fair_graph *graph, const struct fair_component *component, uint32_t entry,
                const state_list *wanted, state_path *cycle);

#endif
