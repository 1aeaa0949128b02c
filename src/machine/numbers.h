// Whether threads compute with addresses of heap blocks as with numbers: their order, remainders, bits, where
// in memory they are. A round of a loop that waits may make blocks and release them (await.h): the next round
// makes others, at other addresses, and does the same only if no such number counts. Watched once that is
// learnt (LEARNT_BLOCKS), since each instruction has to be looked at. Private to src/machine.
#ifndef HEDDLE_MACHINE_NUMBERS_H
#define HEDDLE_MACHINE_NUMBERS_H

#include "machine/state.h"

// The running thread comes to the instruction. If that computes with the address of a block as a number, or
// may do so, thread_state.numbered counts the block.
void numbers_look(struct machine *m, const struct instruction *i);

#endif
