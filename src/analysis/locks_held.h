// Which locks a thread surely holds where it executes an instruction, by the text of the program: a forward
// analysis over the flow of each function, with one effect of each function on what its callers hold (Engler
// and Ashcraft's RacerX, SOSP 2003, section 3, but as a proof). Locks are mutexes, spin locks and read-write
// locks of which there is one: global variables, and what is allocated once; and atomic sections, which are
// as under one lock.
//
// A lock counts only if nothing in the program can take it away from its owner: every release that may be of
// it is by a thread that surely holds it, and nothing that may run in parallel with its acquisition makes,
// destroys or overwrites it. Acquisitions that may fail do not count.
#ifndef HEDDLE_ANALYSIS_LOCKS_HELD_H
#define HEDDLE_ANALYSIS_LOCKS_HELD_H

#include "analysis/threads.h"

// A set of locks: of each one whether it is held at least for reading, and whether for writing.
typedef uint64_t lock_set;

struct locks_held;

struct locks_held *locks_held_compute(struct threads *threads);
void locks_held_free(struct locks_held *held);
// The locks that whoever executes the instruction holds at that moment.
lock_set locks_held_at(const struct locks_held *held, uint32_t code);
// Whether two threads cannot be in these two states at the same time, and what the first one did before its
// release happens before what the other one does.
bool locks_exclude(lock_set a, lock_set b);

#endif
