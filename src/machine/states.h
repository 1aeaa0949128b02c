// A set of states that the machine comes to from one of them by steps that are tried (struct attempt):
// compared exactly, all registers that can still be read in all frames, all memory that is alive and has
// changed. What is left out is how much there has been: the numbers of objects and inputs made, which name
// those to come, the time that threads slept, and what await.h and peek.h remember. Private to src/machine.
#ifndef HEDDLE_MACHINE_STATES_H
#define HEDDLE_MACHINE_STATES_H

#include "machine/state.h"

struct states;
// With the machine's present state as its only one. The undo logs must keep what changes from here on
// (machine_mark).
// `search`: of what all threads can do; states that differ only in
// which inputs they hold, of those made on the way, are one then.
struct states *states_new(struct machine *m, bool search);
void states_free(struct states *states);

// The machine has come to its present state from one that was added, at which it was marked. Adds it.
enum states_found { STATES_NEW, STATES_KNOWN, STATES_TOO_MANY };
enum states_found states_add(struct states *states, const struct machine_mark *since);
// Whether the state that was added or found last is the first one.
bool states_at_first(const struct states *states);
// Whether, in the state that was added or found last, memory is as it was in the first, but for what only the
// thread can reach.
bool states_same_memory(const struct states *states, uint32_t thread);

#endif
