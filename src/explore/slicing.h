// Which statements matter to the properties that are asked, for machine_options.relevance: the backward slice
// of what the properties are about, of what synchronises and makes threads, and of what exploring has shown
// to matter as well (machine/relevance.h). docs/slicing.md has the argument.
#ifndef HEDDLE_EXPLORE_SLICING_H
#define HEDDLE_EXPLORE_SLICING_H

#include "machine/machine.h"

struct slicing;

// Whether there is anything to leave out: some properties are about everything.
bool slicing_helps(uint32_t properties);
// Analyses the program, which must outlive the result. `dynamic`: what other threads write counts only where
// exploring finds it to be read (machine/watch.h).
struct slicing *slicing_new(const struct program *program, uint32_t properties, bool dynamic);
void slicing_free(struct slicing *slicing); // NULL is allowed
// Takes in those of the facts that are new since the last call: they only grow.
void slicing_learn(struct slicing *slicing, const struct learnt_fact *facts, uint32_t count);
// By instruction: flags of enum machine_relevance. Stays in place when the slice grows.
const uint8_t *slicing_relevance(const struct slicing *slicing);

#endif
