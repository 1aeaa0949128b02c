// Writes that nobody reads (docs/reduction.md, "Observers"): what Optimal DPOR with observers (Aronis,
// Jonsson, Lång, Sagonas, TACAS 2018) and AGA's write-write pruning are after, in a form that leaves the
// exploration as it is. Private to src/machine.
//
// A cell of memory is *unread* as long as nothing accesses it while several threads exist but plain writes to
// just its bytes, in any execution. Such writes commute (COMMUTE_STORE). Which of them was the last matters
// only when a thread that is alone again reads the cell: then that is a nondeterministic choice among those
// that can have been the last (machine_hooks.may_be_last), and the value that one wrote is put there. When
// nobody ever reads it, there is no choice.
//
// Every cell is believed to be unread until an execution shows otherwise. That is learnt; if writes of two
// threads have been taken to commute by then, the exploration starts again (STEP_RESTART). Nothing here does
// anything unless machine_options.unread_writes is set.
#ifndef HEDDLE_MACHINE_OVERWRITE_H
#define HEDDLE_MACHINE_OVERWRITE_H

#include "machine/observer.h"

// A store to that range is about to become a visible operation of the running thread: COMMUTE_STORE if the
// range is an unread cell, else COMMUTE_NO.
enum access_commute overwrite_class(struct machine *m, const struct access *access);
// No cell is taken for unread any more. False: stopped.
bool overwrite_give_up(struct machine *m);
// A store of class COMMUTE_STORE was executed.
void overwrite_stored(struct machine *m, uint64_t address, struct value v);
// How many there are on the present path.
uint32_t overwrite_count(const struct machine *m);

// overwrite_decide where some last writes are open.
bool overwrite_decide_cells(struct machine *m, uint64_t address, uint64_t size);

// Whether a thread is alone with cells whose last write is open.
static inline bool overwrite_open(const struct machine *m)
{
    return m->state.undecided && m->state.unjoined == 0;
}

// The running thread, if it is alone, is about to access the range in a way that nobody else sees: the last
// writes there are decided, also for irrelevant statements (see overwrite_read). False: stopped for a choice.
static inline bool overwrite_decide(struct machine *m, uint64_t address, uint64_t size)
{
    return !overwrite_open(m) || overwrite_decide_cells(m, address, size);
}

// An operation reads the range without saying so (struct operation). Also one that is irrelevant: what it
// reads does not matter, but whether a loop ends that it is in does, and that the last write decides. False:
// stopped.
bool overwrite_read(struct machine *m, uint64_t address, uint64_t size);
// A block is made where released ones were: it holds nothing of what was written there. Raises no choice, so
// that it may come after one that the instruction has raised. False: stopped.
bool overwrite_placed(struct machine *m, uint64_t address, uint64_t size);
// As overwrite_decide, where the access writes all of the range: what was there does not matter. False: the
// range is no cell, or nothing was stored there; then nothing is decided.
bool overwrite_replace(struct machine *m, uint64_t address, uint64_t size);

#endif
