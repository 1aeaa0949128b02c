// Prediction from one trace: runs the engines, keeps one find for the same places, and has the reordering of
// each find checked before anybody sees it.
#ifndef HEDDLE_PREDICT_PREDICTION_H
#define HEDDLE_PREDICT_PREDICTION_H

#include "predict/exact.h"

enum prediction_kind {
    PREDICTION_RACE,
    PREDICTION_DEADLOCK,
    PREDICTION_ATOMICITY,
    PREDICTION_ASSERTION,
    PREDICTION_ABORT
};

typedef closure_numbers event_numbers;

// What a thread of a recorded program comes to once all events of the order have happened.
struct predicted_failure {
    char *message;
    char *place;     // "FILE:LINE" as the recording names it
    uint32_t thread; // of the recording
};

// Events that can all be the next ones of their threads at the same time: the two accesses of a data race, in
// the order of the trace; the requests of a deadlock, each for a lock that the thread of the next one holds
// (the last one's: that of the first).
//
// Of an atomic region that was not atomic in the trace as it is: the event that begins it, and then the
// conflicts of a cycle (predict/serializability.h), two events each.
struct prediction {
    enum prediction_kind kind;
    struct predicted_failure *failure; // of an assertion or a call of abort, which are no events; else NULL
    event_numbers events;
    uint32_t *prefix;    // how many events of each thread lead there; NULL: the trace itself shows it
    event_numbers order; // in which they come; empty: as in the trace
    bool exact;          // found by the exact engine
    uint64_t count;      // of finds at the same places
    // Of a native run that was to come there (predict/scheduler.h):
    bool replayed, confirmed;
    char *unconfirmed; // why it did not; NULL: it did, or there was none
};

struct prediction_options {
    bool races, deadlocks;
    bool atomicity;              // the order of the trace must be that of the execution
    bool exact;                  // what sync-preserving orders do not show is asked of the exact engine
    struct exact_options limits; // of the exact engine
    uint64_t most_predictions;   // finds at further places are only counted; 0: no limit
    uint64_t most_steps;         // of the search for cycles of lock requests; 0: no limit
};

typedef VECTOR(char *) text_reasons;

struct prediction_result {
    VECTOR(struct prediction) predictions;
    uint64_t unreported; // finds beyond the most: they are as certain as the others, but were not checked
    uint64_t racing;     // accesses that race with an earlier one
    uint64_t candidates; // accesses in conflict with an earlier one, ordered with it neither by threads and
                         // reads nor by a lock; counted once for each other thread and kind of access
    uint64_t hb_racing;  // accesses that race with an earlier one by happens-before in the trace as it is
    uint64_t patterns;   // cycles of lock requests
    uint64_t regions;    // that were not atomic
    bool incomplete;     // not all cycles were looked at
    struct exact_counts exact;
    bool exact_full;      // the exact engine stopped at the most predictions
    bool no_solver;       // there is no Z3
    bool walked;          // failures were looked for along the recorded program's walk
    text_reasons reasons; // why failures were not looked at, or not decided: sentences
};

// Adds a prediction of a failure, of which it keeps a copy. NULL: there are the most.
struct prediction *prediction_add_failure(struct prediction_result *result, enum prediction_kind kind,
                                          const struct predicted_failure *failure, uint64_t most);
// Whether something may be predicted that was not looked at, or not decided.
bool prediction_open(const struct prediction_result *result);

// `result` is initialised here; prediction_result_free releases it. A reordering that fails its check is a
// contradiction (base/failure.h).
void predict(const struct event_trace *trace, const struct prediction_options *options,
             struct prediction_result *result);
void prediction_result_free(struct prediction_result *result);

// The reordering that leads to a prediction, appended to a list of the caller's: events of the trace.
void prediction_schedule(const struct event_trace *trace, const struct prediction *prediction,
                         event_numbers *schedule);

#endif
