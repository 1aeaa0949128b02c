// The rules of docs/design.md 7 that a test build can leave out one at a time, so that a test shows what is
// lost without each (tests/rules). Anywhere else all of them hold, and nothing is left of the question.
#ifndef HEDDLE_BASE_RULES_H
#define HEDDLE_BASE_RULES_H

#include <stdbool.h>

enum rule {
    RULE_ADDRESSES,    // 1: what lay at an address is read from there only while the address is the same
    RULE_OVERLAPS,     // 1: accesses of different widths may be to the same bytes
    RULE_ENABLED,      // 2: whether an operation is enabled depends on what it looks at
    RULE_CUTS,         // 3: what failed, or was cut, says nothing of what would have followed
    RULE_PENDING,      // 4: what was done below a summary still races with what came before
    RULE_SLEEP_SETS,   // 5: a summary holds under what sleeps
    RULE_SLEEPERS,     // 5: what sleeps is one operation: where its address varies, it is another one
    RULE_FLOW,         // 6: the summary that cut is part of those above
    RULE_FLOW_PENDING, // 6: and so is what it stands for
    RULE_PARTLY,       // 6: so is one that cuts but for what its sleep set begins
    RULE_STRENGTHEN,   // 7: no conjunct is dropped
    RULE_RACE_CUTS,    // 23: nothing is cut that may be in a data race with what a summary stands for
    RULE_RACE_ORDER,   // 23: nor once threads have told each other of what they did without an order
    RULE_RACES,        // 11: every race is reversed, by a thread that can start the reversal
    RULE_OUTCOMES,     // 22: whether an update has written is part of what a summary says
    // Of machine/interchangeable.h and analysis/thread_identity.h (24): threads are exchanged only
    RULE_STARTED,          // before they have begun
    RULE_ARGUMENTS,        // with one argument
    RULE_HANDLES,          // while nobody uses their handles, or they their numbers
    RULE_THREAD_ADDRESSES, // or computes with addresses of what is theirs
    RULE_LOCK_MEMORY,      // or looks into locks that they hold
    RULE_JOINS,            // where all are joined at once
    RULE_WAITING_JOINS,    // also where an execution ends while they are
    // Of analysis/affected.h (9):
    RULE_EDIT_VALUES,     // counterparts read the same values
    RULE_EDIT_CONTROL,    // and are executed under the same conditions
    RULE_EDIT_ORDERED,    // what waits, and what is done under a lock, is affected by these
    RULE_EDIT_LOOPS,      // what follows an affected loop may not be reached any more, or is reached now
    RULE_EDIT_JOINS,      // what follows a join is affected by what keeps the thread from ending
    RULE_EDIT_HEAP,       // comparisons of addresses are affected by allocation and release
    RULE_EDIT_ADDRESSES,  // what computes with addresses is affected where they are others
    RULE_EDIT_RELEASE,    // accesses are affected by the release of what they access
    RULE_EDIT_DATA,       // accesses to a variable whose size or initial value changed have changed
    RULE_EDIT_CONSTANTS,  // counterparts have the same constants, widths and targets
    RULE_EDIT_CALLEES,    // what uses the result of a call is affected by what the callee does
    RULE_EDIT_THREADS,    // what runs in a thread is affected by who creates it
    RULE_EDIT_NAMES,      // functions without a counterpart, and calls of these, have changed
    RULE_EDIT_FOOTPRINTS, // a summary holds while the code below it is what it was
    RULE_EDIT_PROGRAM,    // a verdict is taken over from the same program, not from one of the same name
    // Of analysis/race_proof.h and analysis/held_locks.h:
    RULE_PROOF_UNLOCK,    // a lock that is given back is not held
    RULE_PROOF_CALLS,     // what a call takes and gives back counts
    RULE_PROOF_TRIED,     // a lock that is tried is held where the result is zero
    RULE_PROOF_SHARED,    // of two accesses under a read-write lock, one holds it for writing
    RULE_PROOF_SINGLE,    // a lock is one object at one place
    RULE_PROOF_ALIAS,     // which is all that the pointer may point to
    RULE_PROOF_OWNER,     // only who holds a lock gives it back
    RULE_PROOF_MEMORY,    // nothing but operations on locks writes to its memory while there are threads
    RULE_PROOF_OVERWRITE, // before that, what writes over it gives it back
    RULE_PROOF_ROBUST,    // taking a robust mutex may fail
    RULE_PROOF_SEMAPHORE, // a semaphore is set up once, with the value 1
    RULE_PROOF_SECTION,   // an atomic section ends
    RULE_PROOF_ENTERED,   // a function is an atomic section only where it is called
    RULE_PROOF_WAITS,     // a thread may wait inside an atomic section, and others go on
    RULE_PROOF_ATOMIC,    // both accesses have to be atomic
    // Of analysis/relative_locks.h:
    RULE_PROOF_RELATIVE_UNLOCK, // a lock that may be given back is not followed any more
    RULE_PROOF_RELATIVE_OWNER,  // only who holds such a lock gives it back
    RULE_PROOF_RELATIVE_MEMORY, // nothing but operations on locks writes to its memory
    RULE_PROOF_RELATIVE_SAME,   // two accesses that overlap are at one distance from it
    RULE_PROOF_OBSTACLES,       // code without a model, or that interrupts threads, may do anything
};

#ifdef HEDDLE_DROP_RULES
bool rule_holds(enum rule rule); // tests/rules/rules.c
#else
static inline bool rule_holds(enum rule rule)
{
    (void)rule;
    return true;
}
#endif

#endif
