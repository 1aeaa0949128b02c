// Loops that only wait (docs/awaits.md): recognises that a thread has come back to the same visible operation
// in the same state without having changed anything in between. Private to src/machine.
//
// Loops are recognised in two steps. First a *hash* of what is easily seen of a thread is kept whenever it
// comes to a visible operation. When a hash comes again, the thread may be in such a loop: the instruction is
// learnt (STEP_RESTART). From then on a thread that comes to this instruction leaves a *snapshot*: what it
// takes to compare that moment with a later one, mostly positions in the undo logs. A *touch* is a piece of
// memory that one of its operations reads or writes, with its content before and after. Snapshots and touches
// are chained per thread, back to its last operation that cannot be part of such a loop, and undone with
// everything else.
#ifndef HEDDLE_MACHINE_AWAIT_H
#define HEDDLE_MACHINE_AWAIT_H

#include "machine/observer.h"

// What is known of an instruction with a visible operation: what was learnt of it last.
enum await_place {
    AWAIT_NOWHERE,
    AWAIT_LOOP,  // threads may come back to it without effect
    AWAIT_ALONE, // threads come back with no other visible operation in between: it is an await
    AWAIT_ROUND, // an await of which rounds that lead nowhere are executed, since they may take part in a
                 // data race
};

// Whether the update at an instruction is not taken to commute with others, since a loop that waits may take
// it back: what it finds has to be known then (await_touch.c).
bool await_orders(const struct machine *m, uint32_t code);
// The running thread begins an atomic section. Inside it, only what lies inside is compared: a loop around
// the section is looked at where the section begins.
void await_section(struct machine *m);
// Whether rounds are executed and not looked at: machine_options.rounds, or await_seeks.
bool await_ignored(const struct machine *m);
// Whether threads that go round for ever are searched for (await_stuck.c).
bool await_seeks(const struct machine *m);
// Whether such a search asks which loops threads go round, or numbers.h watches; then it is to be told of
// each instruction that the running thread comes to.
bool await_traces(const struct machine *m);
void await_trace(struct machine *m, uint32_t code);
// The running thread goes on at the instruction, or stops at once (NULL), which await_trace is not told of.
void await_begins(struct machine *m, const struct instruction *i);
// How often a thread has done what a loop without effect does not (await_effect, await_own_block,
// await_output); never undone.
uint64_t await_effects(const struct machine *m);
// How much has been left on the present path.
struct await_past {
    uint32_t hashes, snapshots;
};
struct await_past await_past(const struct machine *m);

// The running thread did something that no later operation of it takes back, or that is not followed here:
// its history ends.
void await_effect(struct machine *m);
// The running thread has made or released a heap block that only it can reach: no effect, if all that it
// makes in a round is released in it. A loop that does nothing else is no loop that waits (pace.h).
void await_own_block(struct machine *m);
// The running thread has printed, which nobody in the program can see. A loop that does nothing else is no
// loop that waits (pace.h).
void await_output(struct machine *m);
// The running thread's state no longer follows from its history alone (a join, a choice, a decision).
void await_forget(struct machine *m);
// A digest of all that the running thread has found in memory that others can reach: together with its number
// a name of its own state.
struct digest await_history(struct machine *m);

// Whether executing the next operation of a thread now, an await, would lead back to it without effect.
bool await_blocks(struct machine *m, const struct thread *t);
// Whether memory differs from what a thread that has come back read in its last round, or that round was its
// choice.
bool await_outdated(const struct machine *m, const struct thread *t);
// Whether a thread that goes on alone comes back to the present state. To be asked where no thread is
// enabled.
bool await_returns(struct machine *m, uint32_t thread);
// Whether no thread that exists, those that have come back (THREAD_CAME_BACK) and whose rounds are not
// outdated among them, ever gets anywhere from here. To be asked where no thread is enabled.
bool await_stuck(struct machine *m);

// Steps that are tried: between the two, nothing is reported or learnt, and all is undone. A step of more
// than 20,000 instructions is interrupted. They may be nested.
struct attempt {
    struct machine_mark mark;
    uint32_t journal; // words it had
    struct machine_hooks hooks;
    struct machine_statistics statistics;
    struct thread *current;
    uint64_t next_interrupt;
    enum step_result stop;
    bool speculating;
};
void attempt_begin(struct machine *m, struct attempt *attempt);
void attempt_undo(struct machine *m, const struct attempt *attempt);

#endif
