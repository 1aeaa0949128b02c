// The inputs of a violation, for people.
#ifndef HEDDLE_REPORT_INPUTS_TEXT_H
#define HEDDLE_REPORT_INPUTS_TEXT_H

#include "explore/explore.h"
#include "report/buffer.h"

// The value of one, as its type has it where that is known. Owned by the caller.
char *inputs_value_text(const struct schedule_input *input);
// Prints a line for each input that matters: "  NAME = VALUE, in thread NAME"; one for the elements of an
// array, as text where they are characters. Values that nobody gave (uninitialised memory) are left out where
// no decision depends on them, or where there are many; so are padding and the like. Prints nothing where
// there are no inputs.
void inputs_print(struct buffer *out, const struct exploration_violation *violation);

#endif
