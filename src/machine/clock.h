// Time (src/runtime/clock.c): memory that all threads share, which grows where threads sleep and look at a
// clock, and here where a wait ends because its time is over. Nothing of it exists in a program that never
// looks at a clock. Private to src/machine.
//
// Clocks may stand still where no decision depends on the seconds that they show (analysis/faint.h), as where
// all that is made of them are deadlines of timed waits: a time-out may be over at any moment, whatever its
// deadline is. Then clocks always show the second in which the program started, nothing moves them, and loops
// that compute a new deadline in each round have no effect (await.h). Fractions of a second may decide: each
// thread's is an input, which it finds at all its looks. That is learnt where a thread goes on and on
// (LEARNT_STILL_CLOCKS): the analysis takes time. docs/awaits.md says why it is sound.
#ifndef HEDDLE_MACHINE_CLOCK_H
#define HEDDLE_MACHINE_CLOCK_H

#include "machine/state.h"

struct operation;

// For a new machine.
void clock_init(struct machine *m);

// Whether somebody may still look: otherwise nothing that the running thread does moves the clock. A function
// of the thread's own past.
static inline bool clock_counts(const struct machine *m)
{
    return m->clock.address && !m->clock.still &&
           !(m->clock.looks_alone && (m->current->number || m->current->state.children));
}

// Whether that is the address of what clocks show. Where it is asked whether a thread has come back to an
// earlier state, this memory does not count (docs/awaits.md): how long the rounds of a loop take is not known
// anyway, and a loop that looks at a clock remembers what it saw.
static inline bool clock_is(const struct machine *m, uint64_t address)
{
    return address == m->clock.address && address;
}

// Whether the object is the runtime library's note of when a thread that sleeps wakes up, which does not
// count either.
static inline bool clock_is_wake(const struct machine *m, const struct object *o)
{
    return o->kind == OBJECT_THREAD_LOCAL && o->site == m->clock.time_to_wake;
}

// The running thread goes on and on without an effect but on memory. True: from now on clocks stand still;
// stopped, to start again.
bool clock_learn(struct machine *m);

// Adds what clocks show to an operation of a native that may find its time over.
void clock_add(struct machine *m, struct operation *op);
// When a clock (its number) shows the struct timespec at that address, as the runtime library counts: 0 where
// that was before the program started, or no clock has that number. False: stopped.
bool clock_deadline(struct machine *m, uint64_t clock, uint64_t address, struct value *deadline);
// Time has passed up to the deadline, at least. False: stopped.
bool clock_reach(struct machine *m, struct value deadline);

#endif
