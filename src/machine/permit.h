// Permission to execute a visible operation: a step executes one, and the thread stops before the next.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_PERMIT_H
#define HEDDLE_MACHINE_PERMIT_H

#include "machine/permit.h"
#include "machine/state.h"

// Asks for permission to execute a visible operation on shared memory. False: stopped at the scheduling
// point.
bool permit_ask(struct machine *m, const struct operation *op);
// The operation is the running thread's next one. Stops the thread.
void permit_arrive(struct machine *m, const struct operation *op);
// Whether accesses to the object are visible operations now; the first access of a thread to another's
// private memory stops the machine with STEP_RESTART (then *restart).
bool permit_visible(struct machine *m, struct object *o, bool *restart);
// Before an access is refused since the object at the address is no more: its release raced with the access,
// so that one that fails is as visible an operation as one that succeeds. False: stopped.
bool permit_failing(struct machine *m, enum operation_kind kind, uint64_t address, uint64_t size);

#endif
