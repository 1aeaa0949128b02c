// How much of its stack a thread takes at most, as far as the text of the program tells.
#ifndef HEDDLE_ANALYSIS_STACK_DEPTH_H
#define HEDDLE_ANALYSIS_STACK_DEPTH_H

#include "analysis/call_sites.h"

#define STACK_UNBOUNDED UINT64_MAX

// Bytes, as the machine counts them (frames of the user's functions, see --stack-size), or more.
// STACK_UNBOUNDED: functions call themselves, a variable's size is not constant, or a thread asks for a stack
// of its own size.
uint64_t stack_depth(const struct calls *calls);
// Whether a stack of so many bytes (0: no limit) may overflow. Then adds to `codes`, a set of instructions,
// all that may do that: calls of the user's functions, and variables that the stack grows by.
bool stack_depth_overflows(const struct calls *calls, uint64_t stack_size, uint64_t *codes);

#endif
