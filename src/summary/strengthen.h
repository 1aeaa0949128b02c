// Smaller preconditions that still cover the present state (docs/design.md 8, "Keeping summaries
// small"; 7.7): what is exact is put into literals as its value, what the bounds pin down becomes exact, and
// of many bounds those that others imply under the signs that places have now are dropped.
#ifndef HEDDLE_SUMMARY_STRENGTHEN_H
#define HEDDLE_SUMMARY_STRENGTHEN_H

#include "summary/precondition.h"

// In the present state, in which the precondition holds.
void strengthen(struct precondition *p, const struct machine *machine);

#endif
