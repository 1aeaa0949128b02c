// For reductions that explore threads one by one: which of the threads enabled at a choice point are to be
// explored from there, and which have been. The backtrack_ functions with the names of operations are those
// of a reduction whose search.reduction_state is a struct backtrack, or begins with one.
#ifndef HEDDLE_EXPLORE_BACKTRACK_H
#define HEDDLE_EXPLORE_BACKTRACK_H

#include "explore/reduction.h"
#include "machine/thread_set.h"

struct backtrack_sets {
    struct thread_set backtrack, explored;
    struct thread_set reported; // to the owner of the choice point, in a worker
};

// One entry for each choice point on the search's stack, those within steps included (they have no threads).
struct backtrack {
    VECTOR(struct backtrack_sets) points;
};

// reduction.init, .free, .restart, .pushed and .before_pop.
void backtrack_init(struct search *s);
void backtrack_free(struct search *s);
void backtrack_restart(struct search *s);
void backtrack_pushed(struct search *s, uint32_t point);
void backtrack_before_pop(struct search *s, uint32_t point);

// reduction.schedule: executes the thread that goes on with fewest context switches. `initial`: those of the
// enabled threads that are to be explored from the state; NULL: only that one, so far.
enum execution_end backtrack_schedule(struct search *s, const struct thread_set *enabled,
                                      const struct thread_set *initial, enum step_result *result);
// reduction.next: executes the next thread that is to be explored from there.
bool backtrack_next(struct search *s, uint32_t point, enum step_result *result);

// reduction.left.
uint32_t backtrack_left(const struct search *s, uint32_t point);

// reduction.sharing, and what a worker has reported: threads that are to be explored from there.
extern const struct reduction_sharing backtrack_sharing;
void backtrack_add_threads(struct search *s, uint32_t point, const struct thread_set *threads);

#endif
