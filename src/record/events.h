// Where the calling thread writes its events (cursor.h), and the chunk that the cursor moves in.
#ifndef HEDDLE_RECORD_EVENTS_H
#define HEDDLE_RECORD_EVENTS_H

#include "record/recorder.h"

// Each event comes to the slow path from now on.
void events_leave(void);
// Each event comes to the slow path until events_unpark, which goes on where the thread was if the recording
// is on; or in what another thread has given it meanwhile (events_take). Signal handlers that record events
// in between leave it so that it is parked again (window_pause).
void events_park(struct recorder_thread *self);
void events_unpark(struct recorder_thread *self, bool on);
// Another thread has given the thread a chunk, and written its first events: the thread goes on behind them.
void events_take(struct recorder_thread *self);
// The thread has recorded its last event: what is in its chunk is packed, and another thread may have the
// chunk.
void events_end_thread(struct recorder_thread *self);

#endif
