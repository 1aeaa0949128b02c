// Decides whether events of a trace can all be next at the same time after some correct reordering of it
// (docs/predict.md): a window, its encoding, the solver of orders.
#ifndef HEDDLE_PREDICT_EXACT_H
#define HEDDLE_PREDICT_EXACT_H

#include "predict/encoding.h"

struct exact_options {
    double seconds;              // for all questions; 0: no limit
    unsigned query_milliseconds; // for one; 0: no limit
    uint64_t memory;             // what the process may hold, in bytes; 0: anything
};

struct exact_counts {
    uint64_t candidates; // that what precedes them does not decide
    uint64_t undecided;  // of these
    uint64_t queries;    // that reached Z3
    bool timeout;        // one came to its limit of time, or needed too much of Z3
    bool too_large;      // one had too many clauses
    bool late;           // time is up: not all candidates were looked at
};

struct exact {
    const struct event_trace *trace;
    struct causality causality;
    struct window window;
    struct encoding encoding;
    struct order_solver *solver;
    double until; // 0: for ever
    struct exact_counts counts;
};

// `trace` must outlive it.
void exact_init(struct exact *exact, const struct event_trace *trace, const struct exact_options *options);
void exact_free(struct exact *exact);
// Whether time is up.
bool exact_late(struct exact *exact);
// Whether the events, of different threads, can all be next: SMT_SAT with the reordering that leads there,
// events of the trace in their order. The list is the caller's, and is cleared.
enum smt_answer exact_ask(struct exact *exact, const uint32_t *next, uint32_t count,
                          closure_numbers *schedule);

// What the engines below ask and find. `known`: whether a failure of these events need not be looked for,
// since it was reported; `found`: they fail, after that schedule.
struct exact_finds {
    bool (*known)(void *context, const uint32_t *events, uint32_t count);
    void (*found)(void *context, const uint32_t *events, uint32_t count, const closure_numbers *schedule);
    void *context;
};

// Asks of all pairs of accesses that may race.
void exact_races(struct exact *exact, const struct exact_finds *finds);
// Asks of all cycles of requests for locks without a sync-preserving deadlock.
void exact_deadlocks(struct exact *exact, uint64_t most_steps, const struct exact_finds *finds);

#endif
