// Native runs that are to come where predictions from a recording say (docs/predict.md, "Replay").
#ifndef HEDDLE_CLI_STEERED_H
#define HEDDLE_CLI_STEERED_H

#include "predict/prediction.h"
#include "predict/recording.h"
#include "report/settings.h"

// Builds the recorded program as it was, and runs it once for each prediction, which gets its outcome. What
// is in the way of all runs is the reason of each. The program's input is heddle's where that is a file, else
// none; its output is thrown away. A signal that would end heddle ends the program first.
void steered_runs(const char *recording, const struct event_trace *trace, const recording_origins *origins,
                  const struct recording_info *info, const struct settings *settings,
                  struct prediction_result *result);

// The name (argv[0]) under which a program built from the file runs. Owned by the caller.
char *steered_program_name(const char *file);

#endif
