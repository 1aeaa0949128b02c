// Handlers of signals that interrupt a thread (docs/libc.md, "Signals"). A signal for another thread that
// lets it through is pending at once; a thread of the runtime library's (src/runtime/signal_sending.c), which
// may take any time for that, then writes the receiver's *call*: the address of what the receiver is to call,
// a word of its mailbox. The receiver looks for a call before each visible operation of the program's own
// functions, and an operation that waits is enabled by one. So calls and operations are ordered like any
// accesses in conflict, and every order is explored. Programs of which nothing of that kind is learnt
// (LEARNT_INTERRUPTS) have none of these operations. Private to src/machine.
#ifndef HEDDLE_MACHINE_DELIVERY_H
#define HEDDLE_MACHINE_DELIVERY_H

#include "machine/native.h"

// The bit of thread_state.phase that says: the thread has looked for a call, and nobody called.
#define DELIVERY_LOOKED 0x80000000u
// The phase in which a native is called again that was interrupted while it waited (delivery_fails).
enum { PHASE_INTERRUPTED = 6 };

// Before the machine starts.
void delivery_init(struct machine *m);
// The thread, which has just been created by the running one, begins with its mask. Where signals are sent to
// the process it looks for them before it does anything that others see: so it makes no difference whether
// one was sent before the thread was created or after that.
void delivery_created(struct machine *m, const struct thread *t);
// Whether there can be such a thread: signals reach only the first ones. False: stopped.
bool delivery_may_create(struct machine *m, const struct thread *t);
// Before the running thread asks for permission to execute an operation: looks for a call, if the thread can
// be interrupted here. False: stopped, or the call is to be executed (machine.called).
bool delivery_look(struct machine *m, const struct operation *op);
// Before the running thread, in a function of the program, calls another one: looks for a call as above where
// that function belongs to the library and executes as a whole.
bool delivery_look_before(struct machine *m, uint32_t function);
// Before the running thread returns, or ends: looks for a call as above where it leaves the program's
// functions, for good or for a function of the library that has called them (which is how a handler returns;
// other signals are blocked or let through from there on).
bool delivery_look_last(struct machine *m);
// Before the running native executes a visible operation: copies it to *looking, which looks for a call as
// well if it may wait (op->interruptible: for a semaphore, with a time-out). `enabled`: whether the operation
// can be executed by itself. False: stopped, or there is a call (machine.called).
bool delivery_add_look(struct machine *m, const struct operation *op, bool enabled, struct operation *joined);
// Whether the thread, which stands at an operation that waits, can go on since there is a call.
bool delivery_enables(const struct machine *m, const struct thread *t, const struct operation *op);
// machine.called: enters what is to be called, which comes back to the present instruction. NULL: stopped.
const struct instruction *delivery_enter(struct machine *m);
// The running thread accesses an object of its own that only it can reach. A handler that interrupted it may
// come anywhere between other accesses to what was there before: it is learnt that these are visible.
// False: stopped.
bool delivery_first_access(struct machine *m, const struct object *o);
// At the end of an execution: whether a thread that is to be interrupted waits for ever. Reports each such
// thread as not modelled.
bool delivery_missed(struct machine *m);
// Whether delivery_first_access need not be called: the object is the running thread's own, and no handler
// interrupts the thread.
static inline bool delivery_is_private(const struct machine *m, const struct object *o)
{
    return o->reach == m->current->state.private_reach;
}
// The running thread has left a function, which may be what has interrupted it.
void delivery_left(struct machine *m);
// The running thread ends within a handler that has interrupted it: until it has ended, what it does counts
// as done in the handler.
void delivery_never_returns(struct machine *m);
// The running native was interrupted while it waited (PHASE_INTERRUPTED). Whether it fails with EINTR.
// `restarts`: SA_RESTART has it begin again.
bool delivery_fails(struct machine *m, bool restarts);

#endif
