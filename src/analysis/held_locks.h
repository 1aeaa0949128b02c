// Which locks a thread holds for certain when it executes an instruction: must-locksets, by data flow over
// each function and over its calls (Sharir and Pnueli 1981, the functional approach: a function is summarised
// by what it does to any set of locks that its caller holds).
//
// A lock is memory that is one object for certain: a global variable, a variable of a function that is
// entered once at most, or a block that is allocated once at most, at a constant offset, given to an
// operation that takes it whose argument points nowhere else. Besides these there is one lock for atomic
// sections. For each lock the analysis knows whether the thread holds it at all, and whether nobody else
// does:
//
// - taking a lock: it is held exclusively; taking a read-write lock for reading: it is held;
// - trying, also with a time-out: it is held where a branch that comes right after it, before any other call,
//   finds the result to be zero;
// - giving a lock back through a pointer: every lock that it may point to is not held;
// - a wait for a condition gives the mutex back and takes it again. What the wait itself reads (its time-out)
//   is read without the mutex;
// - a call does what the functions that it may enter do; of several, only what all of them do for certain;
// - a function that is an atomic section is one where it is called, not where a thread begins with it, a
//   native calls it, or it is a key's destructor;
// - writing over a lock's memory by any other means: it is not held.
//
// A lock is no lock (held_lock.sound is false) unless
//
// - every operation that gives it back, or may, is executed only by threads that hold it for certain. So
//   nobody gives back what another one holds (which POSIX leaves undefined; the machine lets any thread give
//   back a read-write lock that others have for reading);
// - its memory is used by operations on that sort of lock only, at that place, but for plain reads, for what
//   main writes before there are other threads, and for its release;
// - a semaphore is a variable that begins as zero, which main sets up once, with the value 1 or 0, before
// there
//   are other threads, and nothing else writes to it. Since only who holds it posts it, its value and its
//   holders are one together, at most;
// - no mutex is robust (the program does not call pthread_mutexattr_setrobust, nor is one initialised as
//   such): taking a robust mutex may fail. Taking others fails only where the thread holds it already;
// - no thread may wait inside an atomic section, where that is the lock: others may go on meanwhile.
#ifndef HEDDLE_ANALYSIS_HELD_LOCKS_H
#define HEDDLE_ANALYSIS_HELD_LOCKS_H

#include "analysis/threads.h"

// Locks in all, the one of atomic sections among them, which is number 0; those beyond are not seen.
enum { MOST_LOCKS = 128, LOCK_WORDS = MOST_LOCKS / 64, LOCK_ATOMIC_SECTION = 0 };

// For each lock: held by the thread; and by nobody else. The latter implies the former.
struct lock_set {
    uint64_t held[LOCK_WORDS], alone[LOCK_WORDS];
};

enum lock_family { LOCK_MUTEX, LOCK_READ_WRITE, LOCK_SPIN, LOCK_SEMAPHORE, LOCK_SECTION };

struct held_lock {
    uint32_t object; // abstract
    int64_t offset;  // in it, bytes
    uint64_t size;   // bytes
    enum lock_family family;
    bool sound;
};

struct held_locks;

// Never fails; refers to `threads`, which must outlive it. Owned by the caller.
struct held_locks *held_locks_compute(struct threads *threads);
void held_locks_free(struct held_locks *held);

// How many locks there are; one of them, below that number: owned by `held`.
uint32_t held_locks_count(const struct held_locks *held);
const struct held_lock *held_locks_lock(const struct held_locks *held, uint32_t lock);

// What is held in a function, instruction by instruction: held_locks_enter gives what is held where a node of
// its flow begins, held_locks_step changes it by what an instruction does. Only sound locks. False: the node
// is never executed.
bool held_locks_enter(const struct held_locks *held, uint32_t function, uint32_t node, struct lock_set *set);
void held_locks_step(const struct held_locks *held, uint32_t code, struct lock_set *set);
// Of the locks that are held before the instruction, those that are held while it accesses memory.
void held_locks_during(const struct held_locks *held, uint32_t code, struct lock_set *set);

// Whether two accesses under these locks never happen at the same time: a lock that both hold, one alone. The
// locks for which this is so are added to `common`, a set (base/bit_array.h), unless that is NULL.
bool lock_sets_exclude(const struct lock_set *a, const struct lock_set *b, uint64_t *common);

#endif
