// Branches that always go one way, since their condition is made of constants: `do ... while (1)`, a local
// flag that nobody changes.
#ifndef HEDDLE_ANALYSIS_CONSTANT_BRANCH_H
#define HEDDLE_ANALYSIS_CONSTANT_BRANCH_H

#include "analysis/registers.h"

// Whether the branch at `code` always goes to *target, as far as constants, copies, conversions and
// comparisons with constants tell.
bool constant_branch(const struct program *program, const struct registers *registers, uint32_t code,
                     uint32_t *target);

// Whether the branch at the end of `node` always goes to *target when control comes to the node from one of
// the nodes in `from` (bit_array.h), as far as the value tells that it compares with a constant: one that is
// a constant in each of these.
bool constant_branch_from(const struct program *program, const struct flow *flow,
                          const struct registers *registers, uint32_t node, const uint64_t *from,
                          uint32_t *target);

#endif
