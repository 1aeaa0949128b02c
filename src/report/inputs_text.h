// The inputs of a violation, for people.
#ifndef HEDDLE_REPORT_INPUTS_TEXT_H
#define HEDDLE_REPORT_INPUTS_TEXT_H

#include "explore/explore.h"
#include "report/buffer.h"

// Prints a line for each input that matters: "  NAME = VALUE, in thread NAME"; one for the elements of an
// array, as text where they are characters. Values that nobody gave (uninitialised memory) are left out where
// no decision depends on them, or where there are many. Prints nothing where there are no inputs.
void inputs_print(struct buffer *out, const struct exploration_violation *violation);

#endif
