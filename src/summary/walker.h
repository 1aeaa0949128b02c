// Walks backwards through the journal of what a machine has executed: weakest preconditions (AGSE section 4;
// docs/design.md 7.1, 7.2). An instruction that computes something the precondition is about is replaced by
// what it computes it from: inside a literal where that is linear, else by making its operands exact. What
// has been read by anything that is not followed (natives, enabledness, addresses) is exact.
#ifndef HEDDLE_SUMMARY_WALKER_H
#define HEDDLE_SUMMARY_WALKER_H

#include "summary/precondition.h"

struct walker;
// For one walk after the other. Everything passed must outlive the result.
struct walker *walker_new(const struct program *program, const struct machine *machine,
                          const struct machine_options *options);
void walker_free(struct walker *walker); // NULL is allowed
// Makes of what must hold after journal word `end` what must hold after word `begin`. `limit`: most literals;
// where there are more, their places become exact.
void walker_walk(struct walker *walker, struct precondition *p, uint32_t begin, uint32_t end, uint32_t limit);
// The branch whose journal word is at `at` stands behind the precondition's state: part of its footprint.
void walker_pass_branch(struct walker *walker, struct precondition *p, uint32_t at);
// A register, as `where`, by its number in the frame where the last walk ended.
uint64_t walker_register(const struct walker *walker, uint32_t number);

#endif
