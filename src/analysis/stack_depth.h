// How much of its stack a thread takes at most, as far as the text of the program tells.
#ifndef HEDDLE_ANALYSIS_STACK_DEPTH_H
#define HEDDLE_ANALYSIS_STACK_DEPTH_H

#include "analysis/call_sites.h"

#define STACK_UNBOUNDED UINT64_MAX

// Bytes, as the machine counts them (frames of the user's functions, see --stack-size), or more.
// STACK_UNBOUNDED: functions call themselves, a variable's size is not constant, or a thread asks for a stack
// of its own size.
uint64_t stack_depth(const struct calls *calls);

#endif
