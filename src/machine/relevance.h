// Statements that cannot matter to what is asked (machine_options.relevance; docs/slicing.md; AGA section 4,
// AGSE 6.1, docs/design.md 7.8): their accesses to shared memory are executed as if they were local, and
// where they branch on inputs one feasible side is followed. Private to src/machine.
//
// What is relevant comes from an analysis of the program. Two things it does not promise are found out here,
// and learnt (learnt.h; then the exploration starts again, STEP_RESTART, and asks for a larger slice): that
// irrelevant statements end, without waiting for ever and without failing; and that they contain no other
// synchronisation than by locks, once flags and keys.
//
// Objects and inputs made by irrelevant statements have names and addresses of their own, so that those of
// relevant ones are the same in every execution (docs/design.md 7.10).
#ifndef HEDDLE_MACHINE_RELEVANCE_H
#define HEDDLE_MACHINE_RELEVANCE_H

#include "machine/state.h"

// The instruction of the program at which the running thread stands; in a native that was called through a
// pointer (by a thunk, after the program's code), that call. UINT32_MAX: none, as between the functions of
// the thread's life.
static inline uint32_t relevance_code(const struct machine *m)
{
    const struct thread *t = m->current;
    uint32_t code = t->state.depth ? t->state.code : UINT32_MAX;
    for (uint32_t depth = t->state.depth; code >= m->program->code_count && depth > 1; depth--) {
        const struct frame *f = &t->frames.data[depth - 1];
        code = f->to_native ? f->return_code : f->return_code - 1;
    }
    return code < m->program->code_count ? code : UINT32_MAX;
}

// Flags (enum relevance) of that instruction; all of them where nothing is known to be irrelevant.
static inline unsigned relevance_here(const struct machine *m)
{
    uint32_t code = m->options.relevance ? relevance_code(m) : UINT32_MAX;
    return code == UINT32_MAX ? RELEVANT_ALL : m->options.relevance[code];
}

// The running thread comes to an operation on memory that others can reach. True: it is not visible, and the
// thread goes on with it, if it is not stopped (*stopped).
bool relevance_hides(struct machine *m, enum operation_kind kind, bool *stopped);
// The running thread cannot go on for good where it stands. True: that must not be; stopped. `asked`: it
// violates a property that is asked for; then what decides it is a criterion, and in the slice even where the
// instruction is in it only in part (its address, for `memory`). What else stops a thread there, as a mutex
// whose address is relevant and which another thread has destroyed, is not.
bool relevance_stuck(struct machine *m, bool asked);
// The operation of the running thread is not enabled. True: the thread must not wait there unseen, since no
// race with it would ever be reversed; stopped. So it is even where the operation is in the slice in part
// only (its address is, for `memory`).
bool relevance_waits(struct machine *m);

// An instruction has to be relevant, and its accesses visible whatever the analysis says. False: a replay, or
// a step that is tried, which go on; else stopped.
bool relevance_learn(struct machine *m, uint32_t code, bool visible);

// An access to the object (NULL: none) is hidden. What matters to itself or others in the same thread, as a
// counter in a loop that waits, is an effect all the same.
static inline void relevance_hidden(const struct machine *m, struct object *o, bool write)
{
    if (o && write && relevance_here(m) & RELEVANT_VALUE)
        o->unseen = !o->unseen || o->unseen == m->current->number + 1 ? (uint16_t)(m->current->number + 1)
                                                                      : UNSEEN_BY_SEVERAL;
}

// Whether what is made by the running thread now is named among irrelevant things.
static inline bool relevance_apart(const struct machine *m)
{
    return m->options.relevance && m->current && !(relevance_here(m) & RELEVANT_PART);
}

#endif
