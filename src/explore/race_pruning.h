// Pruning where data races are looked for (docs/data-races.md, "Pruning"). A summary says what can happen
// from states like its own, and two accesses that can come one right after the other, unordered, are part of
// that. What it does not say is whether an access below its state races with one of an execution that it
// cuts. So what was accessed below its state, without being atomic, is kept with its past (pending.h), and
// where a data race with the execution is found, nothing is cut.
//
// That misses nothing as long as whatever passes on what another thread has done also orders the two, for
// then two accesses in a data race come one right after the other in some execution. Operations that tell of
// others without an order (relaxed atomics, fences, trylocks, ...) end pruning as soon as one is executed:
// everything that a summary stands for was executed before. So does the first data race that is found.
#ifndef HEDDLE_EXPLORE_RACE_PRUNING_H
#define HEDDLE_EXPLORE_RACE_PRUNING_H

#include "machine/questions.h"

// Whether a step, of an operation of that kind with the notes [begin, end), is ordered after whatever it
// learns of other threads.
bool race_pruning_allows(enum operation_kind kind, const struct machine_note *notes, uint32_t begin,
                         uint32_t end);

#endif
