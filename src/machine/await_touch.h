// What operations of a thread found in memory and left there, for await.c. Private to src/machine.
#ifndef HEDDLE_MACHINE_AWAIT_TOUCH_H
#define HEDDLE_MACHINE_AWAIT_TOUCH_H

#include "machine/await_state.h"

// The last operation of the thread is over, and no other has been executed: completes its touches.
void await_finish(struct machine *m, struct thread *t);
// With `now`: whether the operations of the thread since a snapshot would find the same content again, the
// memory being as it is now. Without: whether the thread has taken back all that it changed since, each
// change before another thread accessed that memory.
bool await_hold(const struct machine *m, const struct thread *t, const struct await_snapshot *snapshot,
                bool now);
// Whether the thread, since a snapshot, has looked at memory that hidden operations (relevance.h) write: what
// it found there may have been changed by itself, unseen.
bool await_looked_at_hidden(const struct machine *m, const struct thread *t,
                            const struct await_snapshot *snapshot);
// What the thread has stored since then where nobody reads it (overwrite.h) is read now: it must be known
// what the stores replaced. False: stopped.
bool await_look_at_stores(struct machine *m, const struct thread *t, const struct await_snapshot *snapshot);

#endif
