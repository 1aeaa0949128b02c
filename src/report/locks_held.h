// Which thread held which mutex and spinlock when, on the way to a violation, found by re-executing it: the
// locks themselves are asked after each step, so that trylocks and waits for conditions count as they should.
#ifndef HEDDLE_REPORT_LOCKS_HELD_H
#define HEDDLE_REPORT_LOCKS_HELD_H

#include "explore/explore.h"

// Whether a lock was held, and by whom: from a step of the schedule on, until the next one of that lock.
struct lock_state {
    uint32_t step; // NO_STEP: from the start
    uint64_t address;
    bool held;
    uint32_t thread; // that holds it
};
typedef VECTOR(struct lock_state) lock_states;

// In the order of the steps; owned by the caller.
lock_states locks_held(const struct program *program, const struct machine_options *options,
                       const struct exploration_violation *violation, struct replay_analysis *analysis);

#endif
