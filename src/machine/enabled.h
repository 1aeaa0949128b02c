// Which threads can execute their next operation. Private to src/machine.
#ifndef HEDDLE_MACHINE_ENABLED_H
#define HEDDLE_MACHINE_ENABLED_H

#include "machine/state.h"

// To be called where a step is over, and where threads were made ready without one: finds out which threads
// are enabled, for machine_enabled. May try steps and undo them (await_blocks).
void enabled_update(struct machine *m);

#endif
