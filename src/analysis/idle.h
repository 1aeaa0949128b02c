// Idle code: what a thread does to let time pass while it waits. It computes, yields, calls functions that do
// no more than that, goes round loops that end, and touches no memory. A branch is idle if it only chooses
// among ways through idle code that come together again: which way a thread takes there nobody can tell but
// by the registers that it leaves behind. So a value that decides only such branches (how often a loop has
// looked already, how long it is to pause) decides nothing (faint.h).
#ifndef HEDDLE_ANALYSIS_IDLE_H
#define HEDDLE_ANALYSIS_IDLE_H

#include "analysis/dependence.h"

struct idle;

// Owned by the caller; refers to the graph only while it is computed.
struct idle *idle_compute(const struct dependence *dependence);
void idle_free(struct idle *idle);

// Whether the instruction is an idle branch or switch, or the call of a native or a function that is idle as
// a whole.
bool idle_decides_nothing(const struct idle *idle, uint32_t code);
// Whether it is only executed if an idle branch goes that way, or as often as one has it.
bool idle_is_chosen(const struct idle *idle, uint32_t code);

#endif
