// What a search was doing when it ran out of a budget before the first execution came to its end.
#ifndef HEDDLE_EXPLORE_STANDSTILL_H
#define HEDDLE_EXPLORE_STANDSTILL_H

#include "machine/machine.h"

// Says in which loop a thread stands that has gone round most often, with its place in *code; where none
// does, where the running thread stands. Owned by the caller. Counts what machine_count_loops has counted.
char *standstill_text(const struct program *program, const struct machine *machine, uint32_t running,
                      uint32_t *code);

#endif
