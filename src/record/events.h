// Where the calling thread writes its events (cursor.h), and the chunk that the cursor moves in.
#ifndef HEDDLE_RECORD_EVENTS_H
#define HEDDLE_RECORD_EVENTS_H

#include "record/recorder.h"

// Each event comes to the slow path from now on.
void events_leave(void);
// Another thread has given the thread a chunk, and written its first events: the thread goes on behind them.
void events_take(struct recorder_thread *self);
// Nothing more is packed by the thread.
void events_end_thread(struct recorder_thread *self);

#endif
