// Schedules for steered runs (record/schedule.h, docs/predict.md "Replay"): from a prediction of a recording
// to the order of the recorded events that leads there, and from what came of a run to words.
//
// An event of the recording is in the schedule if all that it stands for in the trace is in the prediction's
// reordering, and where it stands for nothing there (memory that is allocated, a thread's end), if a later
// one of its thread is, or the thread is joined. It comes right before that.
#ifndef HEDDLE_PREDICT_SCHEDULER_H
#define HEDDLE_PREDICT_SCHEDULER_H

#include "predict/prediction.h"
#include "predict/recording.h"
#include "record/schedule.h"

// For all predictions of one recording.
struct scheduler {
    struct recording_file file;
    struct recording_names names;
    const struct event_trace *trace;
    const recording_origins *origins;
    uint32_t threads; // of the recording
};

// The trace and its origins must outlive the scheduler. False with the error set.
bool scheduler_open(struct scheduler *scheduler, const char *recording, const struct event_trace *trace,
                    const recording_origins *origins, struct error *error);
void scheduler_close(struct scheduler *scheduler);

// Writes the schedule of a prediction that has a prefix to an open file, which is empty. False with the error
// set.
bool scheduler_write(const struct scheduler *scheduler, const struct prediction *prediction, int file,
                     struct error *error);

// Where the program failed in a run that was to come to a predicted failure, as a sentence, if that is
// another place; else NULL. Owned by the caller.
char *scheduler_elsewhere(const struct scheduler *scheduler, const struct prediction *prediction,
                          const struct schedule_outcome *outcome);

// Why a run that followed such a schedule did not come there, as a sentence. Owned by the caller.
char *scheduler_reason(const struct scheduler *scheduler, int file, const struct schedule_outcome *outcome);

#endif
