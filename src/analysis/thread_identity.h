// Whether a program can find out which of several threads is which that one thread has created with one
// routine and one argument. If not, one order in which they begin stands for all (machine/interchangeable.h,
// docs/reduction.md, threads).
//
// What differs between two such threads is: their handles; the addresses of what they make; what operations
// on mutexes and the like leave in these of the thread that holds them or waits; and what functions tell that
// ask who is running. So it is enough that, in all code that can run, the runtime library's too,
//
// 1. nothing is computed from an address of what such threads may make, a handle among them, but other places
//    in the same object; addresses are accessed, stored, and compared for equality with addresses
//    (address_use.h), and low bits are looked at. Handles are not even compared;
// 2. nothing reads the memory of synchronisation objects but operations on these;
// 3. the natives that are called are of those that say nothing of who calls them (FACT_ANONYMOUS);
// 4. no address is an input or a number, and no function without a model is called.
//
// In what order such threads are joined, and whether the joins have results, is not asked here: executions
// show it.
#ifndef HEDDLE_ANALYSIS_THREAD_IDENTITY_H
#define HEDDLE_ANALYSIS_THREAD_IDENTITY_H

#include "analysis/threads.h"

// Whether no code of the program can, and there may be such threads. False: *why, owned by the caller, says
// what could, and *code is the instruction; or *why is NULL where no two threads have one routine.
bool thread_identity_hidden(const struct threads *threads, char **why, uint32_t *code);

#endif
