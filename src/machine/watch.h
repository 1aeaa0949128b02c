// Which stores meet which loads, for dynamic slices (--slice=dynamic; AGA algorithm 3, docs/slicing.md): a
// store that another thread's relevant loads may read, as far as the program's text tells, is irrelevant
// until it has been executed on memory that such a load has read, or will read. That is learnt, as in
// relevance.h. Private to src/machine.
#ifndef HEDDLE_MACHINE_WATCH_H
#define HEDDLE_MACHINE_WATCH_H

#include "machine/observer.h"

// The running thread accesses the range by the instruction where it stands. False: stopped.
bool watch_access(struct machine *m, bool read, bool write, uint64_t address, uint64_t size);

#endif
