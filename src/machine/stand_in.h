// Where main has ended by pthread_exit, the thread that ends last runs handlers of atexit and destructors.
// Here main runs them (thread_after_last, call.h). It stands in for another thread unless all others were
// joined: then which of them ends last is open, and what tells threads apart has no model in main: who it is,
// what is local to it, what it holds. Private to src/machine.
#ifndef HEDDLE_MACHINE_STAND_IN_H
#define HEDDLE_MACHINE_STAND_IN_H

#include "machine/state.h"

#define LAST_HANDLER "in a handler of atexit or a destructor that runs when the last thread has ended"

// thread_state.last, once main runs those handlers.
enum last_thread {
    LAST_NOT,    // others: it has begun since then, or was joined
    LAST_SURELY, // main: it ended last
    LAST_MAYBE,  // main: it may run the handlers of another thread; others: of this one
};

// All threads have ended, and main is to run the handlers.
void stand_in_begin(struct machine *m);
// Whether the thread runs handlers that another thread may run natively.
static inline bool thread_stands_in(const struct thread *t)
{
    return t->number == 0 && t->state.last == LAST_MAYBE;
}
// Whether it does so, and the owner of a lock (thread_owner_id) is a thread that may be that other one.
bool stand_in_owns(const struct machine *m, const struct thread *t, uint32_t owner);
// The running thread asks for something of its own, as "pthread_self()", or uses a lock. False: stopped as
// unmodelled, since it stands in for another one.
bool stand_in_may_ask(struct machine *m, const char *what);
bool stand_in_may_use(struct machine *m, uint32_t owner);
// The stand-in joins, cancels, ... that thread; NULL: none.
bool stand_in_may_name(struct machine *m, const struct thread *t, const char *action);
// Whether it may use a variable that is local to threads, by its index: those of the library that no value
// stays in. False: stopped, likewise.
bool stand_in_has(struct machine *m, uint32_t index);
// Whether the object was local to a thread that may still be there.
bool stand_in_keeps(const struct machine *m, const struct object *o);

#endif
