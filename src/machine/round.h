// Loops in which inputs decide, round after round, without a visible operation: one step would have choices
// without end. Where states are compared (machine_options.rounds), the head of such a loop is learnt to be an
// operation (LEARNT_ROUND), so that each round is a step and ends in a state. It accesses nothing: what a
// thread does by itself may be cut into steps anywhere, which only adds interleavings. Private to
// src/machine.
#ifndef HEDDLE_MACHINE_ROUND_H
#define HEDDLE_MACHINE_ROUND_H

#include "machine/state.h"

// The running thread passes the head of a loop (OP_LOOP). False: it stops there.
bool round_begins(struct machine *m, const struct instruction *i);

#endif
