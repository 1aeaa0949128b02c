// Threads that run for ever: which loop of the program's text a thread goes round, and whether it could leave
// it (loop_seen.h). Private to src/machine.
#ifndef HEDDLE_MACHINE_ENDLESS_H
#define HEDDLE_MACHINE_ENDLESS_H

#include "machine/loop_seen.h"
#include "machine/state.h"

// The thread, with so many frames, has come to an instruction.
void loop_seen_add(const struct machine *m, struct loop_seen *seen, uint32_t code, uint32_t depth);

// Whether the question is asked at all: who runs for ever only matters to deadlocks and livelocks.
bool endless_asked(const struct machine *m);

#endif
