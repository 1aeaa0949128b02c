// Reads that only order, and order nothing that is not ordered without them, are left out of the trace.
//
// Calls of code that was not instrumented may read all of the objects that they are given, and what those
// point to: a read for each segment, before and after the call, and for each, as for other accesses of such
// memory, a read of `outside` that pins it (recording_pins.h). In programs that make many such calls these
// are most of the trace. They are in no race that is reported. What they do is to make what comes after them
// depend on the write that they see, and to keep other writes away from between the two. A read of a variable
// adds nothing to that if one thread alone writes the variable in the whole trace, and this is the read's own
// thread, or the read's thread has seen the last of these writes, or a later event of the thread that made
// it: in whatever order the events that precede the read are put, it sees that write. A pin adds nothing if
// its thread has seen the write of `outside` that is the last one there, and makes the next one: each call of
// outside code reads what the one before has written, so that no other call can come before that.
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
