// Data races in a replay: whether two given accesses race again, where exactly they happen, and which locks
// are held there.
#ifndef HEDDLE_EXPLORE_DATA_RACE_REPLAY_H
#define HEDDLE_EXPLORE_DATA_RACE_REPLAY_H

#include "explore/explore.h"
#include "machine/questions.h"

struct data_race_replay;
struct data_race_replay *data_race_replay_new(const struct program *program,
                                              const struct exploration_violation *violation);
void data_race_replay_free(struct data_race_replay *replay); // NULL is allowed
// The machine has noted accesses of the thread, from note `first` on (machine_hooks.noted).
void data_race_replay_noted(struct data_race_replay *replay, const struct machine *machine, uint32_t thread,
                            uint32_t first);
// A step is over; NULL: the start. True: the violation's accesses race; they are described in `accesses`,
// which belong to `replay`.
bool data_race_replay_step(struct data_race_replay *replay, const struct machine *machine,
                           const struct schedule_step *step, struct violation_access accesses[2]);
// The message of the race found last, owned by the caller.
char *data_race_message(const struct data_race_replay *replay, const struct machine *machine,
                        const struct violation_access accesses[2]);

// What a note says of an access; without a stack and locks.
static inline struct violation_access data_race_access(const struct machine_note *note)
{
    return (struct violation_access){.thread = note->thread,
                                     .code = note->code,
                                     .place = note->other,
                                     .kind = note->operation,
                                     .write = note->write,
                                     .atomic = note->atomic,
                                     .size = note->size};
}

// Replays a race: by the schedule that brings the two accesses next to each other if that works, else by
// violation->found. Completes the violation (stacks, locks, message).
enum replay_outcome data_race_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *violation,
                                      struct replay_analysis *analysis, char **why);

#endif
