// What takes part in the machine's execution besides its core (memory, threads, stepping, undo). Each
// observer has a file of its own and a structure of its own (`machine->awaits`, ...); what undo restores for
// each step or thread lies in machine_state and thread_state under its name. The core calls observers at the
// points below, in the order of each list; natives and steps call them directly for what only they can tell
// (peek_enter, await_effect).
//
//   await      loops that wait: whether a thread has come back to where it was (await.h)
//   round      loops in which inputs decide (round.h)
//   peek       private critical sections (peek.h)
//   overwrite  writes that nobody reads (overwrite.h)
//   reuse      addresses of released blocks (reuse.h)
//   identifiers  handles of threads, numbers of keys, that come back (identifiers.h)
//   interchangeable  threads that nobody can tell apart (interchangeable.h)
//   watch      which stores meet which loads, for dynamic slices (watch.h)
//   faint      values that decide nothing (faint.h)
//   journal    what was executed, for preconditions (journal.h)
//   note       accesses and synchronisation, for data races (note.h)
//   follow     what one execution did, for predictions (follow.h)
//   clock      whether clocks may stand still (clock.h)
//   expected   whether accesses go where the analyses say (expected.h)
//
// A visible operation (permit.c): `meets` is asked first. If all say MEETING_OPEN and the step may execute no
// more, the thread stops and `arrives` is called; else `permits` is asked, the accesses become part of the
// event, and `executed` is called. MEETING_GRANTED leaves all of that out. What is hidden since it is
// irrelevant (relevance.h) is no operation, and reaches no observer. Private to src/machine.
#ifndef HEDDLE_MACHINE_OBSERVER_H
#define HEDDLE_MACHINE_OBSERVER_H

#include "analysis/code_numbering.h"
#include "base/bytes.h"
#include "machine/state.h"

// A new machine: makes the observer's state. The machine has its program and options, and nothing else.
// (`watch` makes its own when it is first needed; `clock` has none.)
// clang-format off
#define OBSERVERS_ATTACH(X)                                                                                  \
    X(await) X(round) X(peek) X(overwrite) X(reuse) X(identifiers) X(interchangeable)                        \
    X(faint) X(journal) X(note) X(follow) X(expected)
// Frees it. Needs no memory, and nothing of a step that was left in its middle (base/failure.h).
#define OBSERVERS_DETACH(X)                                                                                  \
    X(await) X(round) X(peek) X(overwrite) X(reuse) X(identifiers) X(watch) X(faint) X(journal) X(note)      \
    X(follow) X(expected)
// clang-format on
// The exploration starts again: forgets what belonged to executions so far. (The others keep what they have
// seen.)
#define OBSERVERS_RESTART(X)                                                                                 \
    X(await) X(overwrite) X(reuse) X(identifiers) X(watch) X(journal) X(note) X(follow)
// A fact has been learnt (learnt.h). Each looks for its own kinds.
#define OBSERVERS_LEARNT(X)                                                                                  \
    X(await) X(round) X(peek) X(reuse) X(identifiers) X(interchangeable) X(faint) X(clock) X(expected)
// What was seen in executions so far, and decides in later ones what is learnt, as bytes; and back, where the
// exploration has not begun; `carried`: of an earlier version of the program; else NULL. (The others have
// nothing of that kind in a search with pruning.)
#define OBSERVERS_KEPT(X) X(reuse) X(identifiers)
// What was seen in executions so far, as bytes; and what was seen in executions of another process that
// explores the program, too: what both together show is learnt. (`watch` is left out: see
// machine_share_seen.)
#define OBSERVERS_SHARED(X) X(peek) X(overwrite) X(reuse) X(identifiers)
// A step begins, the first one (machine_start) too.
#define OBSERVERS_EVENT(X) X(await) X(peek) X(interchangeable)
// The running thread has come to a visible operation, which the step may execute or not.
#define OBSERVERS_MEETS(X) X(peek) X(overwrite)
// The operation is not executed in this step: the thread has stopped, and it is the thread's next one.
#define OBSERVERS_ARRIVES(X) X(await)
// The step is about to execute the operation. False: stopped.
#define OBSERVERS_PERMITS(X) X(peek) X(await)
// The operation is executed; its accesses are the newest ones of the event.
#define OBSERVERS_EXECUTED(X) X(note) X(await) X(follow)
// The running thread has stopped, for whatever m->stop says.
#define OBSERVERS_STOPPED(X) X(peek) X(interchangeable)
// Sizes of what undo shrinks again: `mark` writes some words and returns the place behind them, `undo` reads
// as many. All of them together: MACHINE_OBSERVED.
#define OBSERVERS_MARK(X) X(await) X(overwrite) X(journal) X(note)

// What an observer says of an operation that a thread has come to.
enum meeting {
    MEETING_OPEN,    // nothing
    MEETING_GRANTED, // it is part of what the thread does already, and asks nobody else
    MEETING_STOPPED,
};

#define DECLARE(name) void name##_attach(struct machine *m);
OBSERVERS_ATTACH(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_detach(struct machine *m);
OBSERVERS_DETACH(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_restart(struct machine *m);
OBSERVERS_RESTART(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_learnt(struct machine *m, const struct learnt_fact *fact);
OBSERVERS_LEARNT(DECLARE)
#undef DECLARE
#define DECLARE(name)                                                                                        \
    void name##_keep(const struct machine *m, byte_vector *to);                                              \
    void name##_take(struct machine *m, struct byte_reader *from, const struct code_carried *carried);
OBSERVERS_KEPT(DECLARE)
#undef DECLARE
#define DECLARE(name)                                                                                        \
    void name##_share(const struct machine *m, byte_vector *to);                                             \
    void name##_merge(struct machine *m, struct byte_reader *from);
OBSERVERS_SHARED(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_event(struct machine *m);
OBSERVERS_EVENT(DECLARE)
#undef DECLARE
#define DECLARE(name) enum meeting name##_meets(struct machine *m, const struct operation *op);
OBSERVERS_MEETS(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_arrives(struct machine *m, const struct operation *op);
OBSERVERS_ARRIVES(DECLARE)
#undef DECLARE
#define DECLARE(name) bool name##_permits(struct machine *m, const struct operation *op);
OBSERVERS_PERMITS(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_executed(struct machine *m, const struct operation *op);
OBSERVERS_EXECUTED(DECLARE)
#undef DECLARE
#define DECLARE(name) void name##_stopped(struct machine *m);
OBSERVERS_STOPPED(DECLARE)
#undef DECLARE
#define DECLARE(name)                                                                                        \
    uint32_t *name##_mark(struct machine *m, uint32_t *sizes);                                               \
    const uint32_t *name##_undo(struct machine *m, const uint32_t *sizes);
OBSERVERS_MARK(DECLARE)
#undef DECLARE

#endif
