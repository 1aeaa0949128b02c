// Random walks beside a search that takes long (random.c): depth first search explores the orders of the last
// events before it comes to those of the first ones, and where threads are many it does not come to these at
// all. Walks come to some execution of every kind soon, also to one that fails where many do. A violation
// that a walk finds is one; that it finds none says nothing, and the search continues where it was.
#ifndef HEDDLE_EXPLORE_WALKS_H
#define HEDDLE_EXPLORE_WALKS_H

#include "explore/search.h"

// Makes the next walks if it is time.
void walks_take(struct search *s);

#endif
