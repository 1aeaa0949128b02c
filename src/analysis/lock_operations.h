// What natives do to locks: one table.
#ifndef HEDDLE_ANALYSIS_LOCK_OPERATIONS_H
#define HEDDLE_ANALYSIS_LOCK_OPERATIONS_H

#include "analysis/held_locks.h"

enum lock_action {
    LOCK_NOTHING,
    LOCK_TAKE,      // it is held alone when the call returns
    LOCK_TRY,       // so it is if the result is 0
    LOCK_SHARE,     // it is held, perhaps by others, too
    LOCK_TRY_SHARE, // so it is if the result is 0
    LOCK_GIVE_BACK,
    LOCK_WAIT,   // is given back and taken again
    LOCK_SET_UP, // its state changes: initialised, destroyed, made consistent. Not while somebody holds it
};

struct lock_operation {
    uint8_t action;   // enum lock_action
    uint8_t family;   // enum lock_family
    uint8_t argument; // with the lock's address
};

// What the native does to a lock. NATIVE_COUNT is allowed: nothing that is known.
struct lock_operation lock_operation_of(unsigned native);
static inline bool lock_action_tries(uint8_t action)
{
    return action == LOCK_TRY || action == LOCK_TRY_SHARE;
}
// Bytes of a lock of that family.
uint64_t lock_family_size(const struct program *program, enum lock_family family);

#endif
