// Predictions from a trace as text and JSON (docs/predict.md).
#ifndef HEDDLE_REPORT_PREDICTION_VIEW_H
#define HEDDLE_REPORT_PREDICTION_VIEW_H

#include "predict/prediction.h"
#include "predict/recording.h"

#include <jansson.h>

// What was predicted from one trace; owned by the caller.
char *prediction_text(const char *file, const struct event_trace *trace,
                      const struct recording_info *recording, const struct prediction_options *options,
                      const struct prediction_result *result, bool colour);
// The result as a JSON object, owned by the caller.
json_t *prediction_json(const char *file, const struct event_trace *trace,
                        const struct recording_info *recording, const struct prediction_result *result);
// Why a recording is not of the whole execution, as a sentence; NULL: it is, or the trace is no recording.
const char *prediction_early_end(const struct recording_info *recording);
// One event of a trace as a line of columns: number, thread, operation, place. Owned by the caller.
char *prediction_event_line(const struct event_trace *trace, uint32_t event);

#endif
