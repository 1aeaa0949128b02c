// A proof from the program's text that no two threads race for data (docs/data-races.md, "A proof without
// executions"): for programs with many threads, or any number of them, whose data are protected by locks.
//
// Looked at are all accesses of code that can run, also those of the runtime library, of natives and of what
// ends memory (free, the end of a variable's life). Two of them race only if both of these hold:
//
// - they may touch a common byte (points_to.h) of memory that is not confined to one thread (threads.h), one
//   writes, and not both are atomic or belong to operations on synchronisation objects;
// - two threads may execute them, neither of them always before the other (threads.h: creating and joining).
//
// They do not if there is a lock that both threads hold for certain, one of them alone (held_locks.h; or one
// beside what they access, relative_locks.h): whoever takes it second does so after the first one has given
// it back, which is an order. If no two accesses are left over, there is no race, on any schedule and input,
// with any number of threads.
//
// What is assumed: points_to.h's assumption, that accesses stay within the objects that their addresses were
// computed from; the result says "up to errors of other kinds". A thread whose access touches nothing, or
// that does what `lock` forbids, never goes on (docs/design.md 2), so that the proof holds for what comes
// before that, as an exploration does. Locks are what they seem even if misuse did not stop a thread: a lock
// counts only where all who give it back hold it.
//
// There is no proof for programs that may reach what has no model: functions without a body (also where
// --havoc or a mark stands for them), variables that no file defines, calls of pointers that may point
// anywhere or to functions of another type, natives that are called back (as start routines, destructors of
// keys), instructions without a lowering, stacks of the program's own,
// what the runtime library calls unmodelled (fork and the like); or whose threads are interrupted by signal
// handlers or cancelled. Waiting inside atomic sections has no model either: these are no locks then. And
// none where waiting takes place that only executions show to be an order: flags, semaphores that are no
// locks, barriers, condition variables, pthread_once, atomics.
#ifndef HEDDLE_ANALYSIS_RACE_PROOF_H
#define HEDDLE_ANALYSIS_RACE_PROOF_H

#include "analysis/held_locks.h"

// Memory that several threads access, and the locks under which they do.
struct protected_object {
    char *name;           // for people
    VECTOR(char *) locks; // those that all accesses which need one have in common; empty: it differs
    bool beside; // some are excluded only by a lock that lies beside what they access (relative_locks.h)
};

struct race_proof {
    bool proven;
    char *why_not;                           // for people; NULL: it is proven
    uint32_t code;                           // of the first place that `why_not` is about; NO_CODE: none
    VECTOR(struct protected_object) objects; // of the program itself, in the order of its objects
};

// Never fails. Owned by the caller.
struct race_proof *race_proof_try(const struct program *program);
void race_proof_free(struct race_proof *proof); // NULL is allowed

#endif
