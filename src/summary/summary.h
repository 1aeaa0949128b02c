// Summaries of what was explored (AGSE sections 4 to 6): what an exploration tells when it makes and leaves a
// choice point, and what it asks before it makes one. This layer knows nothing of partial order reduction:
// what a summary stands for besides its states comes from the exploration and goes back to it, as numbers.
//
// - *Sleep sets*: executions that begin with a sleeping operation were not explored for the summary, which
//   may cut only where all of these operations sleep, too (docs/design.md 7.5).
// - *Pending reversals*: the operations that were explored below (docs/design.md 7.4), as numbers of a set.
//
// Choice points form a stack. Everything below one is reported by summaries_end once for each execution, with
// the machine in that execution's last state, and by summaries_pop once nothing is left to explore, with the
// machine in the choice point's state.
#ifndef HEDDLE_SUMMARY_SUMMARY_H
#define HEDDLE_SUMMARY_SUMMARY_H

#include "base/bytes.h"
#include "machine/machine.h"

struct summaries;

struct summary_limits {
    uint64_t entries; // of the table; 0: a default
    uint64_t parts;   // of one summary; 0: a default
};
struct summary_statistics {
    uint64_t entries; // in the table now
    uint64_t hits;    // executions cut
    uint64_t partly;  // states where some of what could have been explored was cut
    uint64_t dropped; // entries that had to make room, or became too large
    uint64_t tried;   // states that were looked up
    uint64_t largest; // parts of the largest summary
    // Made for an earlier version of the program: taken over; left, since their code has changed; how often
    // one of the former has cut.
    uint64_t carried, not_carried, carried_hits;
    double seconds; // spent on all of it; known to the one who explores
};
// What was made for an earlier version of the program holds where its footprint has not changed.
struct summary_carried {
    uint32_t blocks;         // of that version
    const uint64_t *changed; // set of these, whose code is another one now
    // The code of block b is in blocks list[first[b]] to list[first[b + 1] - 1] of this version.
    const uint32_t *first, *list;
};

// Of a machine with machine_options.journal. Everything passed must outlive the result.
struct summaries *summaries_new(const struct program *program, struct machine *machine, struct terms *terms,
                                struct smt *smt, const struct machine_options *options,
                                const struct summary_limits *limits);
void summaries_free(struct summaries *summaries); // NULL is allowed
// Forgets all summaries and choice points, but not what has been counted.
void summaries_forget(struct summaries *summaries);
// Forgets everything: the machine starts again.
void summaries_restart(struct summaries *summaries);

// The machine stands in a state between steps, or at a branch; nothing has been asked about it yet.
void summaries_state(struct summaries *summaries);
// Looks for summaries that cover the state of the last summaries_state, of choice points where no other
// operations slept than these (ascending): for all inputs that its path condition allows, one of them does.
// Or else for one where at most so many others slept. `in_step`: it is at a branch (machine_at_branch).
enum summary_found { SUMMARY_NONE, SUMMARY_LACKS_SLEEPERS, SUMMARY_COVERS };
enum summary_found summaries_find(struct summaries *summaries, bool in_step, const uint32_t *sleep_set,
                                  uint32_t count, uint32_t most_lacking);
// How many were found, and the pending reversals of each, a bit set; valid until a choice point is popped.
uint32_t summaries_found(const struct summaries *summaries);
const uint64_t *summaries_found_pending(const struct summaries *summaries, uint32_t number, uint32_t *words);
// The sleep set of the first of them, ascending.
const uint32_t *summaries_found_sleep_set(const struct summaries *summaries, uint32_t *count);

enum summary_choice {
    SUMMARY_SCHEDULE,  // between threads: every choice is to be safe
    SUMMARY_ALL,       // within a step, between alternatives that no input decides
    SUMMARY_BY_INPUTS, // within a step: the inputs decide
    SUMMARY_BRANCH,    // by the inputs, in the state of the last summaries_state, which gets a summary
};
// A choice point is made, in the present state; with the mark of the machine that it will be undone to.
void summaries_push(struct summaries *summaries, enum summary_choice choice, const uint32_t *sleep_set,
                    uint32_t count);
// The newest choice point has been explored, and is left. `pending`: the pending reversals of what was done
// below it, a bit set.
void summaries_pop(struct summaries *summaries, const uint64_t *pending, uint32_t words);

// How an execution ended, or that it has not.
enum execution_end {
    EXECUTION_GOES_ON,
    EXECUTION_MAXIMAL, // no thread can execute a step; if a violation has stopped one, it has been reported
    EXECUTION_ASLEEP,  // what would follow has been explored from other states
    // By the summaries found last, which then count as explored below (docs/design.md 7.6). In a search over
    // states, which has no summaries: at a state that was met before.
    EXECUTION_CUT,
};
// The present execution ends here. `unknown`: what would follow is not known, since a thread was stopped by a
// bound, or by what is not modelled (docs/design.md 7.3); not for EXECUTION_CUT.
void summaries_end(struct summaries *summaries, enum execution_end end, bool unknown);
// At the newest choice point, just pushed, some of what could be explored is cut by the summaries found last.
void summaries_cut_partly(struct summaries *summaries);

// Appends the summaries that were made last, as many as fit into so many bytes.
void summaries_write(const struct summaries *summaries, uint64_t most_bytes, byte_vector *to);
// Before anything is explored: adds what summaries_write wrote, where terms, threads, sleepers and pending
// reversals have the numbers that they had then. False: it is damaged.
struct summary_bounds {
    uint32_t threads, terms, sleepers, pending; // how many there are
    const struct summary_carried *carried;      // NULL: what was written is of this version of the program
};
bool summaries_read(struct summaries *summaries, const struct summary_bounds *bounds,
                    struct byte_reader *from);

struct summary_statistics summaries_statistics(const struct summaries *summaries);

#endif
