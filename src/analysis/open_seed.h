// Seeds of pseudo-random numbers that are others each time the program runs: made of a clock, an input, an
// address, a thread's handle or the process's number. Numbers that come from such a seed may be any. Those of
// a generator that is never seeded, or with a constant, are the same in each run.
//
// Which seed it is, is a matter of the program's text: a backward slice from the seed, along values only, as
// points_to.h and dependence.h have them. An answer may be yes where no execution hands such a value on.
#ifndef HEDDLE_ANALYSIS_OPEN_SEED_H
#define HEDDLE_ANALYSIS_OPEN_SEED_H

#include "analysis/dependence.h"

// `code`: a call of a native whose first argument is the seed. analyses_open_seed keeps the answer.
bool open_seed(const struct dependence *dependence, uint32_t code);

#endif
