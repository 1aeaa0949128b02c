// What preconditions of the future need (src/summary): what was executed, where all threads stand, and what
// registers and memory hold. Only with machine_options.journal.
#ifndef HEDDLE_MACHINE_RECORDED_H
#define HEDDLE_MACHINE_RECORDED_H

#include "machine/machine.h"

// The words of machine/journal_words.h for all that was executed since the first thread was created, oldest
// first. Valid until the machine steps or undoes.
uint32_t machine_journal(const struct machine *machine, const uint64_t **words);
// Notes what the threads' next operations are about.
void machine_journal_pending(struct machine *machine);
// After a step that is over: notes why threads are enabled or not.
void machine_journal_enabled(struct machine *machine);
// At the end of an execution: notes what waiting for ever (THREAD_CAME_BACK) depends on.
void machine_journal_waiting(struct machine *machine);
// At the end of an execution: notes what thread-leak depends on.
void machine_journal_end(struct machine *machine);
// An instruction of the journal: those beyond the program's own call natives through pointers.
const struct instruction *machine_instruction(const struct machine *machine, uint32_t code);

// The global control location, as a hash of 128 bits: for all threads their call stacks and what else decides
// how they go on besides registers and memory, and which objects are alive. Equal in executions that differ
// only in the content of registers and memory.
struct machine_location {
    uint64_t words[2];
};
struct machine_location machine_location(const struct machine *machine);
// Within a step, where machine_at_branch.
struct machine_location machine_location_in_step(const struct machine *machine);
// After STEP_CHOICE: whether inputs decide at a branch in the code of the running thread, which has executed
// its operation and is in no atomic section, so that nothing else belongs to its event; and there is a
// journal.
bool machine_at_branch(const struct machine *machine);
// Whether some of what the location stands for depends on inputs: what a thread was given or has returned.
bool machine_location_has_inputs(const struct machine *machine);

// Present content of a register (by its number on the thread's stack of registers), or of up to eight bytes
// of memory.
struct machine_content {
    uint64_t bits;
    term t;     // not TERM_NONE: it depends on inputs; then the bits mean nothing
    bool known; // false: memory that was never written, or that does not exist, or bytes of several terms;
                // the bits are then a number, equal where all of that is equal
};
struct machine_content machine_register(const struct machine *machine, uint32_t thread, uint32_t number);
struct machine_content machine_memory(const struct machine *machine, uint64_t address, uint32_t size);

#endif
