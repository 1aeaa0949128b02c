// What the machine has executed, for preconditions (src/summary/walker.h): words that are read from the
// newest to the oldest, kept with machine_options.journal from the first thread's creation on, and undone
// with everything else. Words: machine/journal_words.h.
// Private to src/machine.
//
// Instructions that only move and compute words, and accesses at known addresses, are followed one by one:
// their word and the program tell all. Everything else (natives, symbolic addresses, the life of threads)
// tells what memory it looked at and what it changed, so that it can be taken to depend on exactly that.
#ifndef HEDDLE_MACHINE_JOURNAL_H
#define HEDDLE_MACHINE_JOURNAL_H

#include "machine/journal_words.h"
#include "machine/observer.h"
#include "machine/recorded.h"

struct journal {
    VECTOR(uint64_t) words;
    VECTOR(uint64_t) kept;    // of a step that was tried
    VECTOR(uint64_t) enabled; // why threads are enabled or not in the state after the last step
    bool open;                // accesses to memory are noted: the instruction's own word does not say them
    bool outcome;             // whether the present event has written was decided by what it found in memory
};

// Whether what is executed now has to be kept.
static inline bool journal_wanted(const struct machine *m)
{
    return m->options.journal && (m->state.unjoined > 0 || m->journal->words.size > 0);
}

// Executes instructions of the running thread until it stops, as step.c does without a journal.
void journal_run(struct machine *m, const struct instruction *i);

// Memory was looked at, or changed, other than by an access at a known address.
void journal_memory(const struct machine *m, enum journal_word kind, uint64_t address, uint64_t size);
// journal_memory, where the present instruction's accesses are not known from its word alone.
static inline void journal_read(const struct machine *m, uint64_t address, uint64_t size)
{
    if (m->journal->open)
        journal_memory(m, JOURNAL_READ, address, size);
}
static inline void journal_write(const struct machine *m, uint64_t address, uint64_t size)
{
    if (m->journal->open)
        journal_memory(m, JOURNAL_WRITE, address, size);
}
// The running thread has entered a function other than by an instruction: its first `words` registers have
// been given values.
void journal_entered(struct machine *m, uint32_t words);
// How a thread goes on follows from what happened since the journal had so many words: no precondition of a
// state between is of use. JOURNAL_NOWHERE: of none.
void journal_history(struct machine *m, uint32_t since);
// A register of a thread was looked at.
void journal_register(struct machine *m, uint32_t thread, uint32_t number);

// The words from `since` on say why threads are enabled or not in the present state: takes them out of the
// journal and keeps them for machine_journal_enabled, but for those of a step that is tried.
void journal_take_enabled(struct machine *m, uint32_t since);

// A step was tried, from the journal's word `begin` on, and is about to be undone: keeps what it depended on.
void journal_attempted(struct machine *m, uint32_t begin);
// The step that was tried has been undone: what it depended on becomes part of the journal.
void journal_attempt_undone(struct machine *m);

#endif
