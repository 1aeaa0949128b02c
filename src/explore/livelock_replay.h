// Confirms a livelock in a replay, which goes round its cycle twice: each time the machine comes back to the
// state in which the cycle began, each thread that was enabled in the cycle was executed in it, and the
// thread of the violation went round a loop that it could leave, or was never enabled.
#ifndef HEDDLE_EXPLORE_LIVELOCK_REPLAY_H
#define HEDDLE_EXPLORE_LIVELOCK_REPLAY_H

#include "explore/explore.h"

struct livelock_replay;
// Borrows all; the machine knows what was learnt, and has not been started.
struct livelock_replay *livelock_replay_new(const struct program *program,
                                            const struct exploration_violation *violation,
                                            struct machine *machine);
void livelock_replay_free(struct livelock_replay *r); // NULL is allowed
// Before that step of the schedule, in which the thread executes its next operation; after it.
void livelock_replay_before(struct livelock_replay *r, uint32_t step, uint32_t thread);
void livelock_replay_after(struct livelock_replay *r, uint32_t thread);
// At the end of the second round.
bool livelock_replay_confirms(struct livelock_replay *r);

#endif
