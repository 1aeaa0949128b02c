// Which locks of a recording can be taken for locks: those whose acquires and releases are what a lock
// allows. One that one thread acquires and another one releases, that is held twice since its memory was used
// again, or whose state a thread asked for (a trylock that failed), is an object of synchronisation: what is
// done to it is in order, and that order is kept.
//
// An acquire draws its number after the lock is held: a trylock may have failed since a thread held the lock
// that drew its number only then. So it is certain why an attempt failed only where the lock is held by the
// order of the numbers, too.
#ifndef HEDDLE_PREDICT_RECORDING_LOCKS_H
#define HEDDLE_PREDICT_RECORDING_LOCKS_H

#include "predict/recording_scan.h"

struct recording_locks {
    struct keyed by_address; // struct recording_lock
    struct keyed explained;  // struct { uint64_t key; }: offsets of attempts that had to fail, + 1
    uint32_t ordered;        // locks that are none
};

void recording_locks_find(struct recording_locks *locks, const struct recording_file *file,
                          const struct recording_scan *scan);
void recording_locks_free(struct recording_locks *locks);
// Whether the object at an address is a lock.
bool recording_is_lock(const struct recording_locks *locks, uint64_t address);
// Whether it is an attempt that did nothing, and failed for what its own thread holds or does not hold.
bool recording_is_refusal(const struct recording_event *event);
// Whether a RECORDED_SYNCHRONISE is an attempt of which it is not certain that it had to fail.
bool recording_try_uncertain(const struct recording_locks *locks, const struct recording_file *file,
                             const struct recording_event *event);

#endif
