// Finds an atomicity violation again in a replay: three steps, of which the first and the last stand in one
// region of their thread that is meant to be atomic (machine_region), and the one between them, of another
// thread, conflicts with both (CTP 5.1).
#ifndef HEDDLE_EXPLORE_ATOMICITY_REPLAY_H
#define HEDDLE_EXPLORE_ATOMICITY_REPLAY_H

#include "explore/explore.h"

#define ATOMICITY_ACCESSES 3u

struct atomicity_replay;
// Borrows the program and the violation, whose accesses name the threads and places of the three.
struct atomicity_replay *atomicity_replay_new(const struct program *program,
                                              const struct exploration_violation *violation);
void atomicity_replay_free(struct atomicity_replay *r); // NULL is allowed
// Before the thread's next step.
void atomicity_replay_before(struct atomicity_replay *r, struct machine *machine, uint32_t thread);
// After it: whether it is the last of the three. Then *message, owned by the caller, says so, and the
// accesses, which are the replay's, have kinds, sizes and stacks.
bool atomicity_replay_after(struct atomicity_replay *r, const struct machine *machine,
                            const struct violation_access **accesses, char **message);
// Replays the violation, and completes its accesses and message.
enum replay_outcome atomicity_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *violation,
                                      struct replay_analysis *analysis, char **why);

#endif
