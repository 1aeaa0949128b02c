// Failures of assertions, and calls of abort, in other orders of what a recorded program did: the search with
// values (value_search.h) in a walk along the recording (recorded_walk.h). Each prediction has been executed
// and replayed in heddle's machine; its order is one of the events of the trace, for the scheduler of native
// runs.
#ifndef HEDDLE_PREDICT_ASSERTION_PREDICTION_H
#define HEDDLE_PREDICT_ASSERTION_PREDICTION_H

#include "predict/prediction.h"
#include "predict/recording.h"

#include "machine/machine.h"

struct assertion_options {
    uint32_t properties;  // 1 << PROPERTY_ASSERTION, 1 << PROPERTY_ABORT
    uint64_t most_events; // of the walk: visible operations; 0: no limit
    uint64_t most_predictions;
    double max_seconds;           // 0: no limit
    unsigned solver_milliseconds; // of a query; 0: no limit
    uint64_t max_memory;          // bytes; 0: no limit
    const char *name;             // argv[0] of the recorded run
    const char *const *arguments; // argv[1..]
    uint32_t argument_count;
};

// Adds the predictions, and reasons for what was not looked at or not decided, to the result of predict().
// `program`: the recorded one, for the machine.
void assertion_predictions(const char *recording, const struct program *program,
                           const struct event_trace *trace, const recording_origins *origins,
                           const struct assertion_options *options, struct prediction_result *result);

#endif
