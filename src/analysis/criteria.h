// What each property of a program is about: the criteria of its slice. The slice of these criteria is all
// that can decide whether, and where, the property is violated.
#ifndef HEDDLE_ANALYSIS_CRITERIA_H
#define HEDDLE_ANALYSIS_CRITERIA_H

#include "analysis/slice.h"
#include "program/property.h"

// Adds the criteria of the properties (1 << enum property) in all code that can run, of it only the
// instructions in the set `places` unless that is NULL, or in one instruction; returns how many instructions
// have any. The slice has to be closed afterwards.
//   assertion      assertions and error functions: being reached, and the condition; __builtin_unreachable()
//   abort          calls of abort: being reached
//   deadlock       operations that may wait: being reached, and on what; whether loops end
//   memory         accesses: being reached, and the address; allocation, release and copying, with sizes
//   lock           operations on synchronisation objects
//   arithmetic     divisions
//   overflow       signed arithmetic, shifts and conversions that can overflow
//   data-race      accesses: being reached, and the address; atomic accesses, fences and synchronisation
//   leak           all calls, accesses and returns: what decides which memory is still reachable
//   uninitialised, atomicity, livelock  everything
//   thread-leak    calls that create, join, detach or end threads; operations that may wait, whether loops
//   end
//   exit           the end of the program, with its status: exit and its like, returns of main
uint32_t criteria_add(struct slice *slice, uint32_t properties, const uint64_t *places);
bool criteria_add_at(struct slice *slice, uint32_t properties, uint32_t code);

#endif
