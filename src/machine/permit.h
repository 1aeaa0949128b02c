// Permission to execute a visible operation: a step executes one, and the thread stops before the next.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_PERMIT_H
#define HEDDLE_MACHINE_PERMIT_H

#include "machine/delivery.h"

// The running thread stands at an instruction that is about to execute a visible operation; the instruction
// has been saved (step_save). True: execute it now; it is part of the event, or hidden. False: the thread has
// stopped, m->stop says why, and unless it has stopped for good the instruction will be executed again.
bool permit_ask(struct machine *m, const struct operation *op);
// The operation cannot be executed in this state: it is the thread's next one, which stops.
void permit_blocked(struct machine *m, const struct operation *op);
// The running thread accesses an object that another one has made and that is private: shares it while there
// is one thread. False: it was wrong to take it for private; stopped.
bool permit_first_access(struct machine *m, struct object *o);
// Whether accesses of the running thread to the object are visible operations. While there is one thread, an
// access to what another has made shares it. The first access to the private memory of another thread stops
// the machine with STEP_RESTART; *restart says so, and is always written.
static inline bool permit_is_visible(struct machine *m, struct object *o, bool *restart)
{
    *restart = false;
    if (o->reach == REACH_SHARED)
        return m->state.unjoined > 0;
    if (o->reach != REACH_CONSTANT && o->reach != m->current->number)
        *restart = !permit_first_access(m, o);
    else if (__builtin_expect(m->current->state.interrupt_depth && o->reach != REACH_CONSTANT, 0))
        *restart = !delivery_first_access(m, o);
    return false;
}
// Of the operation that was permitted last, whose accesses are those of m->accesses from `accesses` on (none:
// it was no event of its own): whether it has changed memory, which must follow from what it found there.
// Where it has not, its event has only read what it accessed (docs/reduction.md, outcome). Returns whether
// that made a difference, or would have.
bool permit_outcome(struct machine *m, uint32_t accesses, bool changed);
// Before an access is refused because the object at the address no longer exists, or forbids it (pages.h):
// its release raced with the access, so that one that fails is as visible an operation as one that succeeds.
// True: refuse it now. False: stopped.
bool permit_failing(struct machine *m, enum operation_kind kind, uint64_t address, uint64_t size);

#endif
