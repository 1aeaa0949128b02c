// Critical-section peeking (AGA section 5.1; docs/peeking.md): a critical section in which a thread touches
// nothing that another thread accesses in conflict is executed as one visible operation that only reads its
// lock, so that it commutes with other such sections of the same lock. Private to src/machine.
//
// Every section is believed to be such a *private* one until an execution shows otherwise; what shows it is
// learnt (learnt.h), and the exploration starts again (STEP_RESTART). Nothing here does anything unless
// machine_options.peek is set and the program uses locks.
#ifndef HEDDLE_MACHINE_PEEK_H
#define HEDDLE_MACHINE_PEEK_H

#include "machine/observer.h"

// Whether a critical section that begins at the running thread's present instruction, with the lock at
// `address`, is private: a function of the thread's own past and of what has been learnt. `held`: the thread
// holds the lock already.
bool peek_private(struct machine *m, uint64_t address, bool held);
// The running thread has executed the lock operation of a private section, or releases its lock.
void peek_enter(struct machine *m, uint64_t address);
void peek_leave(struct machine *m, uint64_t address);

// Whether the running thread is in a critical section that is one operation.
static inline bool peek_inside(const struct machine *m)
{
    return m->state.section.state != SECTION_NONE;
}

// Inside a private section: the running thread calls a native. False: stopped.
bool peek_call(struct machine *m, uint32_t native);
// Inside a private section: the thread does what such a section cannot hold. Stops it. False.
bool peek_break(struct machine *m);
// What happens to the lock tells whether it is held: all its sections are real. False: stopped.
bool peek_observe(struct machine *m, uint64_t address);

// The running thread has come back to where it stood at an earlier hash or snapshot (await.h). Where it has
// executed a private section since, that round cannot be compared: the section has to be real. True: it has;
// stopped, unless in a replay or a step that is tried.
bool peek_came_back(struct machine *m, const struct thread *t, uint32_t hash);
bool peek_came_back_to_snapshot(struct machine *m, const struct thread *t, uint32_t snapshot);

#endif
