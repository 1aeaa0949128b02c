// Which registers are live before an instruction (program/liveness.h), of one function at a time, when first
// asked for.
//
// With faint_values (analysis/faint.h) only what may decide something is: reads of faint values do not count.
//
// The counters of loop heads (--unwind) never count as live: they bound the search, the program does not see
// them.
#ifndef HEDDLE_ANALYSIS_LIVE_H
#define HEDDLE_ANALYSIS_LIVE_H

#include "analysis/faint.h"

struct live;
// faint: NULL, or kept as long as the result.
struct live *live_new(const struct program *program, const struct faint_values *faint);
void live_free(struct live *live);

// The registers live before instruction `code` of the program, in increasing order. Valid until the next
// call.
const uint32_t *live_before(struct live *live, uint32_t code, uint32_t *count);
// Whether one of them is.
bool live_has(struct live *live, uint32_t code, uint32_t number);

#endif
