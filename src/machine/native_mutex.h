// Mutexes, as condition variables need them. Private to src/machine.
#ifndef HEDDLE_MACHINE_NATIVE_MUTEX_H
#define HEDDLE_MACHINE_NATIVE_MUTEX_H

#include "machine/native_sync.h"
#include "machine/note.h"

// What glibc's static initialisers leave zero or set (kind).
struct mutex {
    uint64_t address;
    uint32_t lock;  // 0 or 1
    uint32_t count; // recursive: how many times its owner holds it
    uint32_t owner; // thread_owner_id
    uint32_t kind;
    uint32_t recovery; // of robust ones: enum mutex_recovery
};

// What a robust mutex protects. INCONSISTENT: an owner has ended while it held the mutex; who takes it next
// gets EOWNERDEAD, and either makes it consistent or gives it back as NOT_RECOVERABLE, which nobody takes any
// more.
enum mutex_recovery { MUTEX_RECOVERED, MUTEX_INCONSISTENT, MUTEX_NOT_RECOVERABLE };

// Reads a mutex. False: stopped; what is not a mutex (any more) is a violation.
bool mutex_load(struct machine *m, uint64_t address, struct mutex *mutex);
// Writes one that nobody or the running thread holds. False: stopped.
bool mutex_store(struct machine *m, const struct mutex *mutex);
// Without complaint and side effect, for what decides how to go on.
struct mutex mutex_peek(const struct machine *m, uint64_t address);
bool mutex_is_robust(const struct mutex *mutex);

// Takes it for a thread: 0, EOWNERDEAD (taken, and inconsistent), EBUSY (held by another), EDEADLK (held by
// the thread itself), EAGAIN (too many times), ENOTRECOVERABLE.
int mutex_acquire(struct mutex *mutex, uint32_t self);
static inline bool mutex_acquired(int error)
{
    return error == 0 || error == EOWNERDEAD;
}
// Lets it go: 0, or EPERM when the thread does not hold it.
int mutex_release(struct mutex *mutex, uint32_t self);
// Notes that the running thread has taken or released it just now, unless it held or still holds it. True.
bool mutex_note(struct machine *m, enum note_kind kind, const struct mutex *mutex);
// Whether misuse is an error number (errorcheck, recursive and robust) and not a violation.
bool mutex_returns_errors(const struct mutex *mutex);

// Whether a thread that wants the mutex can go on, if only to a violation.
bool mutex_available(const struct machine *m, uint64_t address, const struct thread *t);

// The thread_owner_id of who holds it, 0 if nobody does, UINT32_MAX if it is no lock.
uint32_t mutex_owner(const struct machine *m, uint64_t address);

// A robust mutex is about to be stored like this: the running thread keeps a list of those that it holds.
// False: stopped.
bool robust_stored(struct machine *m, const struct mutex *mutex);

// mutex_owner for a spinlock.
uint32_t spin_owner(const struct machine *m, uint64_t address);

#endif
