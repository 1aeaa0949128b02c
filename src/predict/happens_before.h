// Data races by happens-before in the trace as it is: vector clocks, with epochs where accesses are ordered
// (Flanagan, Freund: FastTrack, PLDI 2009). For comparison: it predicts nothing, and what it says of a trace
// is certain up to the first race only.
//
// Ordered are: events of a thread; fork, thread, join; the release of a lock and later acquires of it, not
// both shared; an atomic write and later atomic reads of the variable.
#ifndef HEDDLE_PREDICT_HAPPENS_BEFORE_H
#define HEDDLE_PREDICT_HAPPENS_BEFORE_H

#include "predict/event_trace.h"

typedef VECTOR(uint32_t) happens_before_events;

// Appends the numbers of the accesses that race with an earlier one, in order.
void happens_before_races(const struct event_trace *trace, happens_before_events *racing);

#endif
