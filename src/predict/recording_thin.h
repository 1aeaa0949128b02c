// Reads that only order, and order nothing that is not ordered without them, are left out of the trace.
//
// Calls of code that was not instrumented may read all of the objects that they are given, and what those
// point to: a read for each segment, before and after the call, and for each, as for other accesses of such
// memory, a read of `outside` that pins it (recording_pins.h). In programs that make many such calls these
// are most of the trace. They are in no race that is reported. What they do is to make what comes after them
// depend on the write that they see. A read adds nothing to that if there is no write before it, if the write
// is its own thread's, or if its thread has seen this write, or a later event of the thread that made it,
// already: what precedes an event is then the same with it and without it, so that every engine that goes by
// that (closure.h) finds the same.
//
// A read that is uncertain is left out only if its thread has had an uncertain event before: nothing is
// predicted of what follows the first one.
//
// Replay goes by the events of the trace, too: a thread comes to an event of the recording when it is the
// turn of the last event of the trace that stands for it. So the last read of a RECORDED_MAY_READ stays if
// another thread may write any of that memory later.
//
// An atomic read and write right behind one another would be taken for an update (event_trace_steps), so what
// comes right behind an atomic read stays.
#ifndef HEDDLE_PREDICT_RECORDING_THIN_H
#define HEDDLE_PREDICT_RECORDING_THIN_H

#include "predict/recording_build.h"

// All events are settled: leaves out reads that are marked MARK_MAYBE, and marks the accesses before which
// a pin has to come.
void recording_thin(struct recording_build *build);

#endif
