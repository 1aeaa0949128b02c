// Predictions of failing assertions from a recording: the recorded program is built for heddle's machine and
// walked along it (docs/predict.md, "Assertions from recordings").
#ifndef HEDDLE_CLI_WALKED_H
#define HEDDLE_CLI_WALKED_H

#include "predict/prediction.h"
#include "predict/recording.h"
#include "report/settings.h"

// Whether the settings ask for that.
bool walked_wanted(const struct settings *settings);

// Adds to the result of predict(). What keeps it from being looked at is a reason there.
void walked_predictions(const char *recording, const struct event_trace *trace,
                        const recording_origins *origins, const struct settings *settings,
                        uint64_t max_memory, struct prediction_result *result);
// The trace is no recording: that is a reason where assertions were asked for by name.
void walked_impossible(const struct settings *settings, struct prediction_result *result);

#endif
