// Pending reversals (docs/design.md 7.4): what was done below the present choice points, as far as it may
// race with events before them. When a summary cuts, what was done below its own state counts as done below
// the present one.
//
// A pending reversal is an operation and its *past*: what happens before it since the choice point's state,
// and so in every execution that has it. The past decides with which events before that state the operation
// is in a race, and what has to come before it in the reversal. It is put together backwards: a pending
// reversal of one choice point becomes one of the choice point before by taking in those events between them
// that happen before it.
//
// Where data races are looked for, pasts leave out accesses that are not atomic, outside atomic sections: as
// long as no data race has been found, these are ordered by what synchronises.
//
// Invariant: for every choice point on the stack and every event explored below it, the choice point has the
// pending reversal of that event, with exactly its past, or without any (`unknown`).
#ifndef HEDDLE_EXPLORE_PENDING_H
#define HEDDLE_EXPLORE_PENDING_H

#include "explore/intern.h"
#include "explore/trace.h"
#include "machine/questions.h"
#include "machine/thread_set.h"

struct pending_reversal {
    uint32_t thread, label;
    enum operation_kind kind;
    bool may_block; // its past is that of its thread: what it conflicts with can mostly be reversed
    bool unknown;   // its past is not kept
    bool late;      // the first's thread was created, or joined another one, just before it
    bool plain;     // accesses that are not atomic, where data races are looked for (race_pruning.h): races
                    // with them are not reversed
    // The event of the past, or the operation itself, that nothing of the past happens before.
    uint32_t first, first_label;
    uint32_t past;             // labels of the past, united
    struct thread_set threads; // what these have done before the state happens before the operation
};

struct pending_level {
    uint32_t begin;       // events before its state, that of the step that it is in included
    VECTOR(uint64_t) set; // of pending reversals, by number
};

// What has been computed, of an event by its thread and label: the number of the pending reversal that each
// one becomes when the event is put before it.
struct pending_row {
    uint32_t thread, label;
    VECTOR(uint32_t) results; // by pending reversal: number + 1; 0: not known
};

// Of the newest choice point: its past is not known yet.
struct pending_added {
    uint32_t events, number; // of the trace before it; of the reversal without a past
};

struct pending_reversals {
    struct labels *labels;
    bool by_conflicts;             // what an operation conflicts with itself is in its past, too
    bool races;                    // data races are looked for
    VECTOR(uint32_t) atomic_parts; // by label: the number of its atomic accesses' label + 1; 0: not known
    VECTOR(struct pending_reversal) all;
    uint32_t plain_count; // of these
    struct index index;
    VECTOR(struct pending_level) levels; // those beyond `depth` keep their memory
    uint32_t depth;
    VECTOR(struct pending_row) rows;
    struct index row_index;
    uint64_t remembered;                // results in all rows
    VECTOR(struct pending_added) added; // in the order of the trace
    VECTOR(struct access) united;       // scratch
    VECTOR(uint32_t) moved;             // scratch: a set on its way back
    VECTOR(uint32_t) stamps;            // of each in `all`: the last stamp when it was a member of that set
    uint32_t stamp;
};

// The labels are those of the trace's events, and must outlive the pending reversals.
void pending_init(struct pending_reversals *pending, struct labels *labels, bool by_conflicts, bool races);
void pending_free(struct pending_reversals *pending);
// Forgets everything, before the labels are forgotten.
void pending_restart(struct pending_reversals *pending);

// A choice point is made, in a state after so many events.
void pending_push(struct pending_reversals *pending, const struct trace *trace, uint32_t events);
// An event that is not part of the trace yet, and what has been created and joined in it.
struct pending_event {
    enum operation_kind kind;
    uint32_t thread, label, edge_count;
    const struct machine_edge *edges;
};
// The newest choice point is left, its state restored: what it has goes to the one before. `within`: the
// event that it is in, where that counts as before its state; else NULL.
void pending_pop(struct pending_reversals *pending, const struct trace *trace,
                 const struct pending_event *within);
// Finds the pasts of those that were added at the newest choice point: to be called before the trace is cut.
// They are found together, so that each event is gone through once.
void pending_settle(struct pending_reversals *pending, const struct trace *trace);
// The newest choice point's set, once it is settled.
const uint64_t *pending_present(const struct pending_reversals *pending, uint32_t *words);

// The thread's operation, after so many events of the trace, becomes a pending reversal of the newest choice
// point; where data races are looked for two of them, its accesses that are not atomic being one of their
// own.
void pending_add(struct pending_reversals *pending, const struct trace *trace, uint32_t events,
                 uint32_t thread, enum operation_kind kind, bool may_block, uint32_t label);
// So does an access of a thread that only matters to data races.
void pending_add_plain(struct pending_reversals *pending, const struct trace *trace, uint32_t events,
                       uint32_t thread, uint32_t label);
// So do those of a set, which are pending in the present state.
void pending_add_all(struct pending_reversals *pending, const struct trace *trace, const uint64_t *set,
                     uint32_t words);

// The number of a pending reversal, new where there is no equal one.
uint32_t pending_intern(struct pending_reversals *pending, const struct pending_reversal *reversal);
static inline const struct pending_reversal *pending_get(const struct pending_reversals *pending,
                                                         uint32_t number)
{
    return &pending->all.data[number];
}

#endif
