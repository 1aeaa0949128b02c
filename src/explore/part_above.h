// What a search that explores a part (part.h) finds to be explored above it. Private to part*.c and
// parallel.c.
#ifndef HEDDLE_EXPLORE_PART_ABOVE_H
#define HEDDLE_EXPLORE_PART_ABOVE_H

#include "base/vector.h"
#include "machine/thread_set.h"

struct search;

// Of a choice point of the path. Threads by number.
struct part_asked {
    struct thread_set known; // begun there, or asked for
    struct thread_set asked;
};

struct part_above {
    VECTOR(struct part_asked) points; // those of the path; the first choice points of the search
    bool learnt;                      // the exploration has to start again
};

// One of the threads is to be explored from the choice point, `first` if no other is preferred. False: one of
// them has been begun or asked for.
bool part_ask(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads);

#endif
