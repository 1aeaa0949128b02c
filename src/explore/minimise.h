// Shorter witnesses: a schedule with fewer context switches and steps, and simpler inputs, with which the
// same violation happens.
#ifndef HEDDLE_EXPLORE_MINIMISE_H
#define HEDDLE_EXPLORE_MINIMISE_H

#include "explore/explore.h"

struct minimise_budget {
    uint64_t executions;         // most replays; counted down
    double until;                // by clock_seconds
    struct interrupt *interrupt; // NULL: nothing ends it
};

// Replaces the violation's schedule and inputs by simpler ones, as long as the budget lasts: first fewer
// context switches, then fewer steps, then inputs of zero, of small numbers, of printable characters. A
// candidate leaves out steps of the witness, moves them, or changes an input; it is taken only if it is
// replayed with each step at the same operation and place, and fails in the same thread, at the same place by
// the same calls, with the same message, and of a deadlock with all threads at the same places. Whatever else
// happens, the violation stays as it is. A livelock always does: its cycle is a short one, and the way there
// a shortest one. Only for violations that have been replayed.
void violation_minimise(const struct program *program, const struct machine_options *options,
                        struct exploration_violation *violation, struct replay_analysis *analysis,
                        struct minimise_budget *budget);

#endif
