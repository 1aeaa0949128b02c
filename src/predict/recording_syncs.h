// What a recording knows of semaphores, barriers and once, so that not all that is done to one has to stay in
// its order:
//
// - A wait for a semaphore that was set up with a value needs a post of its own: the first ones need none, as
//   many as the value says, and the others take the posts in their order. A wait that comes after its post
//   never has to wait, whatever others do: there are never more waits than posts and the value.
// - Who leaves a barrier of which is known how many threads it waits for needs the arrivals of its round; not
//   those of other rounds, nor that others leave.
// - Who passes a once needs that its routine has returned.
//
// Arrivals draw their numbers before they are made: nobody sees when that is, before somebody leaves. So they
// may really have come in another order, and belong to other rounds, where more threads use a barrier than it
// waits for. Taken are the rounds by the numbers. They are possible if everybody left after the last arrival
// of its round, and each round has one serial thread: one after the other, each round's arrivals come
// together, those of its serial thread last, and who is in a round that never becomes complete arrives after
// all others. Where they are not possible, or a semaphore was waited for in vain, looked at, or has too few
// posts, nothing is known of the object's life, from one SET_UP to the next.
#ifndef HEDDLE_PREDICT_RECORDING_SYNCS_H
#define HEDDLE_PREDICT_RECORDING_SYNCS_H

#include "predict/recording_locks.h"

// A round of a barrier, or a post of a semaphore.
struct recording_stage {
    uint32_t life, number; // life: of the object, from 1 on; number: from 0 on
};
static inline uint64_t recording_stage_key(struct recording_stage stage)
{
    return (uint64_t)stage.life << 32 | stage.number;
}

struct recording_syncs {
    struct keyed objects; // by address
    struct keyed rounds;  // of barriers, by stage
    struct keyed arrived; // the stage that a thread is in, by life and thread
    struct keyed bad;     // lives of which nothing is known
    uint32_t lives;
    bool judged; // all that is bad is known
};

// What an event does. Not known: it is in order with all else that is done to the object.
struct recording_moment {
    bool known, writes_state, reads, writes; // writes_state: else it reads that
    struct recording_stage stage;
};

void recording_syncs_find(struct recording_syncs *syncs, const struct recording_file *file,
                          const struct recording_scan *scan, const struct recording_locks *locks);
void recording_syncs_free(struct recording_syncs *syncs);
// The next event of an object, in the order of the numbers. All are to be asked for, from the first one on.
struct recording_moment recording_syncs_next(struct recording_syncs *syncs,
                                             const struct recording_event *event, uint32_t thread);

#endif
