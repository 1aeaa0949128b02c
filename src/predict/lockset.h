// Sets of locks that a thread holds at one moment, each set once: a set is a number, and equal sets have
// equal numbers. EMPTY_LOCKSET is the empty one.
#ifndef HEDDLE_PREDICT_LOCKSET_H
#define HEDDLE_PREDICT_LOCKSET_H

#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>

enum { EMPTY_LOCKSET = 0 };

struct lockset_range {
    uint32_t begin, size;
};

// A lock in a set: 2 * lock + 1 if it is held shared.
struct locksets {
    VECTOR(uint32_t) items; // of all sets, each sorted
    VECTOR(struct lockset_range) sets;
    struct index index;
    VECTOR(uint32_t) scratch;
};

void locksets_init(struct locksets *sets);
void locksets_free(struct locksets *sets);

// The set with one lock more, or without it; `shared`: how it is held.
uint32_t lockset_with(struct locksets *sets, uint32_t set, uint32_t lock, bool shared);
uint32_t lockset_without(struct locksets *sets, uint32_t set, uint32_t lock, bool shared);
// Whether no two threads can hold these sets at the same time: a lock is in both, and exclusively in one.
bool lockset_excludes(const struct locksets *sets, uint32_t a, uint32_t b);
// Whether the set has the lock in a way that excludes this one.
bool lockset_has_conflict(const struct locksets *sets, uint32_t set, uint32_t lock, bool shared);
// The locks that guard an access made with this set, all as if held exclusively: for a write those held
// exclusively, for a read all. Two accesses, one a write, whose guards have a lock in common exclude each
// other.
uint32_t lockset_guards(struct locksets *sets, uint32_t set, bool write);
uint32_t lockset_common(struct locksets *sets, uint32_t a, uint32_t b);

#endif
