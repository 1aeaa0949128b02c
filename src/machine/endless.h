// Threads that run for ever: which loop of the program's text a thread goes round, and whether it could leave
// it (docs/awaits.md, "Waiting for ever, and running for ever"). Private to src/machine.
//
// What a thread executes in its rounds lies, as far as it is in the lowest frame that it comes back to, in
// loops of one function. The loop that it goes round is the innermost one around all of that.
#ifndef HEDDLE_MACHINE_ENDLESS_H
#define HEDDLE_MACHINE_ENDLESS_H

#include "machine/state.h"

// Nothing has been added to a cleared one.
struct loop_seen {
    uint32_t depth;         // the least number of frames that the thread has had, and
    struct loop_place loop; // the innermost loop around what it executed with so many
};

// The thread, with so many frames, has come to an instruction.
void loop_seen_add(const struct machine *m, struct loop_seen *seen, uint32_t code, uint32_t depth);

// Whether the question is asked at all: who runs for ever only matters to deadlocks.
bool endless_asked(const struct machine *m);

#endif
