// Reads recordings (record/recording.h) as traces of events. Between synchronisation it is not recorded which
// of two threads was first: the trace has one of the possible orders, and a read of which that decides what
// it saw is EVENT_UNCERTAIN. docs/predict.md has the rules, and why they are sound.
#ifndef HEDDLE_PREDICT_RECORDING_H
#define HEDDLE_PREDICT_RECORDING_H

#include "predict/recording_build.h"

// What a recording says beside its events; of a trace that is none, all is 0.
struct recording_info {
    bool is_recording;
    bool ended;     // the program came to its end
    bool cut;       // the recording ended before (RECORDING_CUT)
    bool truncated; // the file has lost its end
    bool window;    // it began in the middle of the run
    bool gap;       // a number is missing: what follows it is left out
    bool followed;  // another part follows (--keep=newest)
    bool held;      // it was cut since no moment came at which another part could begin
    uint64_t part;  // which part it is
    uint64_t bytes, events;
    uint64_t numbered, used; // events with a number, and those of them that the trace has
    uint32_t threads, ordered_locks, uncertain;
};

// Reads a recording into an empty trace. `origins`, if not NULL and empty, gets one of each event. False with
// the error set to "PATH: what is wrong".
bool recording_read(struct event_trace *trace, const char *path, struct recording_info *info,
                    recording_origins *origins, struct error *error);

// Reads a recording or a text in STD format, whichever the file is.
bool trace_file_read(struct event_trace *trace, const char *path, struct recording_info *info,
                     recording_origins *origins, struct error *error);

#endif
