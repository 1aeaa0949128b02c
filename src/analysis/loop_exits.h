// Which loops of a program a thread could leave if it found something else: in memory, in an input, in what a
// clock shows (docs/awaits.md, "Waiting for ever, and running for ever"). Those that it could not are
// servers.
//
// A loop is left by a branch out of it, and by a call in it that does not come back: one that ends the thread
// or the program, in the functions that it calls, too. A branch whose condition is a constant decides
// nothing, and where each way behind it fails (a failed assertion, abort) it is no way out.
#ifndef HEDDLE_ANALYSIS_LOOP_EXITS_H
#define HEDDLE_ANALYSIS_LOOP_EXITS_H

#include "analysis/call_sites.h"

struct loop_exits;

// A loop of a function (flow.h). NO_FUNCTION: none.
struct loop_place {
    uint32_t function, loop;
};

// Owned by the caller; refers to the calls. Answers are computed when they are first asked for.
struct loop_exits *loop_exits_new(const struct calls *calls);
void loop_exits_free(struct loop_exits *exits);

// The innermost loop that an instruction of the program is part of.
struct loop_place loop_exits_at(const struct loop_exits *exits, uint32_t code);
// The innermost loop around both; none where one of them is none, or they are loops of two functions.
struct loop_place loop_exits_around(const struct loop_exits *exits, struct loop_place a, struct loop_place b);
// The next loop around it; none.
struct loop_place loop_exits_outer(const struct loop_exits *exits, struct loop_place place);
// Its first instruction that has a line in the source, as far as the first of its nodes goes; none has: the
// first.
uint32_t loop_exits_begin(const struct loop_exits *exits, struct loop_place place);
// Whether a thread that goes round the loop could leave it.
bool loop_exits_lead_out(struct loop_exits *exits, struct loop_place place);

#endif
