// Whether a thread, and memory, are as they were at an earlier moment: what has changed since is in the undo
// logs, and compared exactly. Private to src/machine.
#ifndef HEDDLE_MACHINE_MOMENT_H
#define HEDDLE_MACHINE_MOMENT_H

#include "machine/state.h"

// A moment to compare with later, in the same execution.
struct moment moment_now(struct machine *m);
// Whether the thread's call stack, the registers that can still be read, and what else the machine knows of
// the thread, but for its snapshots (await.h), are what they were.
bool moment_same_thread(struct machine *m, const struct thread *t, const struct moment *moment);
// Whether the thread, and the memory that only it can reach, or changes for now without the others seeing it
// (relevance.h), are what they were, but for the names of its stack objects (rename.h).
bool moment_came_back(struct machine *m, const struct thread *t, const struct moment *moment);
// What the thread has made and released since the moment of blocks that only it can reach. GONE: it has made
// some, and released all that it made and nothing else. LEFT: something else, or that is not known.
enum moment_blocks { MOMENT_BLOCKS_NONE, MOMENT_BLOCKS_GONE, MOMENT_BLOCKS_LEFT };
enum moment_blocks moment_blocks(const struct machine *m, const struct thread *t,
                                 const struct moment *moment);
// Whether all memory is what it was, no other thread having done anything since. False where something was
// changed and changed back over several epochs.
bool moment_same_memory(const struct machine *m, const struct moment *moment);
// Makes everything that was compared, or with `own` what moment_came_back looks at, part of the journal: it
// is what it is because of what happened since.
void moment_journal(struct machine *m, const struct thread *t, const struct moment *moment, bool own);

#endif
