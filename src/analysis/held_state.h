// The state of the analysis of held locks, shared by its files; private to them.
#ifndef HEDDLE_ANALYSIS_HELD_STATE_H
#define HEDDLE_ANALYSIS_HELD_STATE_H

#include "analysis/lock_operations.h"
#include "analysis/registers.h"

// What a piece of code does to any set of locks: those in `keep` stay if they are there, those in `gain`, a
// part of `keep`, are there afterwards. All in both: it never ends.
struct lock_change {
    struct lock_set keep, gain;
};

// An instruction that may write over the memory of locks.
struct lock_overwrite {
    uint32_t code;
    struct lock_set locks;
};

struct held_locks {
    const struct threads *threads;
    const struct program *program;
    struct points_to *points_to;
    VECTOR(struct held_lock) locks;
    VECTOR(struct lock_overwrite) overwrites; // ascending by code
    uint64_t *overwriting;                    // a set of instructions: those with an overwrite
    struct lock_set sound;
    struct lock_set *entry;       // by function: held wherever it is entered
    struct lock_change *function; // by function: what a call of it does
    struct lock_change *nodes;    // by flow node of the program: from the function's beginning to the node's
    struct registers **registers; // by function; NULL: not asked for yet
    uint64_t *sections; // a set of functions: those that are atomic sections whenever they are entered
};

// The set without locks; adds a lock, which nobody else holds if `alone`; whether the lock is in the set.
struct lock_set lock_set_none(void);
void lock_set_add(struct lock_set *set, uint32_t lock, bool alone);
bool lock_set_has(const struct lock_set *set, uint32_t lock);

// Finds the locks and what may write over them: lock_objects.c
void held_find_locks(struct held_locks *held);
// Decides which of them are sound, once it is known what is held where: lock_soundness.c
void held_find_sound(struct held_locks *held, struct threads *threads);
// Whether some mutexes may be robust, or the initial content of a variable says that a mutex at that place
// is.
bool held_makes_robust(const struct held_locks *held);
bool held_begins_as_other(const struct held_locks *held, uint32_t object, int64_t offset);
// What is held before an instruction in every execution of it, sound or not; false: it is never executed.
bool held_before(const struct held_locks *held, uint32_t code, struct lock_set *set);

// The locks that an operation through its argument may mean.
void held_locks_meant(const struct held_locks *held, uint32_t code, uint32_t argument, struct lock_set *set);
// The lock that an operation surely means; MOST_LOCKS: there is none.
uint32_t held_lock_meant(const struct held_locks *held, uint32_t code, struct lock_operation operation);
// The call that tried a lock, and found it free where control goes from the end of a node to another one;
// NO_CODE: there is none. `registers`: of the function; NULL: none. lock_tried.c
uint32_t held_call_tried(const struct held_locks *held, const struct flow *flow,
                         const struct registers *registers, uint32_t node, uint32_t to);
// The lock that is taken where control goes from the end of a node to another one, since a call that tried
// found it free; MOST_LOCKS: none. *shared: for reading. lock_tried.c
uint32_t held_lock_tried(const struct held_locks *held, const struct flow *flow, uint32_t node, uint32_t to,
                         bool *shared);

#endif
