// Regions of code that are meant to be atomic, and that nothing makes so (--atomic=): a call of a named
// function, what a thread does while it holds a lock, and what stands between heddle_atomic_begin and
// heddle_atomic_end where these are only marks. Regions within a region belong to it. Private to src/machine.
#ifndef HEDDLE_MACHINE_REGIONS_H
#define HEDDLE_MACHINE_REGIONS_H

#include "machine/state.h"

// Whether a call of the function is a region.
bool regions_have(const struct machine *m, uint32_t function);
// Whether a section that the running thread begins, or ends, is only marked.
bool regions_marked(const struct machine *m);
// The running thread enters or leaves a region. Only the outermost counts: it gets a new number. An end
// without a beginning does nothing.
void region_begin(struct machine *m);
void region_end(struct machine *m);
// The running thread has taken a lock, or given one back.
void region_lock(struct machine *m, bool taken);

#endif
