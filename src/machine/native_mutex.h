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
};

// Reads a mutex. False: stopped; what is not a mutex (any more) is a violation.
bool mutex_load(struct machine *m, uint64_t address, struct mutex *mutex);
bool mutex_store(struct machine *m, const struct mutex *mutex);

// Takes it for a thread: 0, EBUSY (held by another), EDEADLK (held by the thread itself), EAGAIN (too many
// times).
int mutex_acquire(struct mutex *mutex, uint32_t self);
// Lets it go: 0, or EPERM when the thread does not hold it.
int mutex_release(struct mutex *mutex, uint32_t self);
// Whether misuse is an error number (errorcheck and recursive) and not a violation.
// Notes that the running thread has taken or released it just now, unless it held or still holds it. True.
bool mutex_note(struct machine *m, enum note_kind kind, const struct mutex *mutex);
bool mutex_returns_errors(const struct mutex *mutex);

// Whether a thread that wants the mutex can go on, if only to a violation.
bool mutex_available(const struct machine *m, uint64_t address, uint32_t self);

// The thread_owner_id of who holds it, 0 if nobody does, UINT32_MAX if it is no lock.
uint32_t mutex_owner(const struct machine *m, uint64_t address);
uint32_t spin_owner(const struct machine *m, uint64_t address);

#endif
