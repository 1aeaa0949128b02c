// Results of pthread_barrier_wait that decide nothing.
#ifndef HEDDLE_LOWER_BARRIERS_H
#define HEDDLE_LOWER_BARRIERS_H

#include <llvm-c/Core.h>

// pthread_barrier_wait returns 0 or PTHREAD_BARRIER_SERIAL_THREAD (machine/native_barrier.c), and no error:
// misuse is a violation. A program that looks whether it failed,
//
//     if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) ...
//
// comes to the same place with both, and does nothing on the way: there the comparisons become constants. The
// result is not used then, so that the order in which threads arrive tells nobody anything
// (docs/reduction.md). After promotion of variables to registers.
void barriers_resolve(LLVMModuleRef module);

#endif
