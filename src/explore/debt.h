// Debts (DESIGN 7.4): what was done below the present choice points, as far as it may race with events before
// them. When a summary cuts, what was done below its own state counts as done below the present one.
//
// A debt is an operation and its *past*: what happens before it since the choice point's state, and so in
// every execution that has it. The past decides with which events before that state the operation is in a
// race, and what has to come before it in the reversal. It is put together backwards: a debt of one choice
// point becomes one of the choice point before by taking in those events between them that happen before it.
//
// Invariant: for every choice point on the stack and every event explored below it, the choice point has the
// debt of that event, with exactly its past, or without any (`unknown`).
#ifndef HEDDLE_EXPLORE_DEBT_H
#define HEDDLE_EXPLORE_DEBT_H

#include "explore/intern.h"
#include "explore/thread_set.h"
#include "explore/trace.h"

struct debt {
    uint32_t thread, footprint;
    enum operation_kind kind;
    bool may_block; // its past is that of its thread: what it conflicts with can mostly be reversed
    bool unknown;   // its past is not kept
    bool late;      // the first's thread was created, or joined another one, just before it
    // The event of the past, or the operation itself, that nothing of the past happens before.
    uint32_t first, first_footprint;
    uint32_t past;             // footprints of the past, united
    struct thread_set threads; // what these have done before the state happens before the operation
};

struct debt_level {
    uint32_t begin;       // events before its state, that of the step that it is in included
    VECTOR(uint64_t) set; // of debts, by number
};

// Which debts take in an event of that thread with that footprint as which: remembered as they come up.
struct debt_row {
    uint32_t thread, footprint;
    VECTOR(uint32_t) results; // by debt: number + 1; 0: not known
};

struct debts {
    struct footprints *footprints;
    bool by_conflicts; // what an operation conflicts with itself is in its past, too
    VECTOR(struct debt) all;
    struct index index;
    VECTOR(struct debt_level) levels; // those beyond `depth` keep their memory
    uint32_t depth;
    VECTOR(struct debt_row) rows;
    struct index row_index;
    uint64_t remembered;          // results in all rows
    VECTOR(struct access) united; // scratch
    VECTOR(uint32_t) moved;       // scratch
};

// The footprints are those of the trace's events, and must outlive the debts.
void debts_init(struct debts *debts, struct footprints *footprints, bool by_conflicts);
void debts_free(struct debts *debts);
// Forgets everything, before the footprints are forgotten.
void debts_restart(struct debts *debts);

// A choice point is made, in a state after so many events.
void debts_push(struct debts *debts, uint32_t events);
// An event that is not part of the trace yet, and what has been created and joined in it.
struct debt_event {
    uint32_t thread, footprint, edge_count;
    const struct machine_edge *edges;
};
// The newest choice point is left, its state restored: what it has goes to the one before. `within`: the
// event that it is in, where that counts as before its state; else NULL.
void debts_pop(struct debts *debts, const struct trace *trace, const struct debt_event *within);
// The newest choice point's set.
const uint64_t *debts_present(const struct debts *debts, uint32_t *words);

// The thread's operation, after so many events of the trace, is owed by the newest choice point.
void debts_owe(struct debts *debts, const struct trace *trace, uint32_t events, uint32_t thread,
               enum operation_kind kind, bool may_block, uint32_t footprint);
// The same for a set of debts of the present state.
void debts_owe_all(struct debts *debts, const struct trace *trace, const uint64_t *set, uint32_t words);

static inline const struct debt *debt_get(const struct debts *debts, uint32_t number)
{
    return &debts->all.data[number];
}

#endif
