// The STD text format of trace analysers (RAPID and others): an event a line,
// `THREAD|OPERATION(OPERAND)|PLACE`.
//
//     T1|fork(T2)|main.c:20
//     T2|acq(lock)|main.c:9
//     T2|w(x)|main.c:10
//
// Operations: r, w, acq, rel, fork, join, and begin and end, whose operand may be missing. heddle's own, for
// what others have no word for: r_atomic, w_atomic, acq_shared, r_uncertain, r_atomic_uncertain, w_part,
// w_atomic_part, r_maybe, r_maybe_uncertain, w_maybe_uncertain, acq_try, acq_shared_try, acq_uncertain,
// acq_shared_uncertain (predict/event_trace.h and docs/predict.md say what they mean). PLACE may be missing,
// with its `|` or without. Names are any bytes but control characters and, except in places, `|`; blanks
// around a name are not part of it. Empty lines and lines that begin with # say nothing, but for one:
// STD_RECORDED.
#ifndef HEDDLE_PREDICT_STD_FORMAT_H
#define HEDDLE_PREDICT_STD_FORMAT_H

#include "predict/event_trace.h"

#include <stdio.h>

// The line that says of a text that it was a recording.
#define STD_RECORDED "# heddle: recorded"
// A line may have so many bytes.
#define STD_LINE_MOST ((size_t)1 << 20)

// Reads a file into an empty trace, line by line. False with the error set to "FILE:LINE: what is wrong", or
// to why the file cannot be read; the trace then holds what came before.
bool std_read(struct event_trace *trace, const char *path, struct error *error);

// The word for an event's operation.
const char *std_operation(const struct recorded_event *event);
// Writes one event as a line that std_read reads as the same event. False with the error set: a name has a
// character that the format cannot have. Whether writing to the stream worked is for the caller to ask.
bool std_write_event(const struct event_trace *trace, uint32_t event, FILE *stream, struct error *error);

#endif
