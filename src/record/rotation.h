// Recordings of which the newest part is kept: `heddle record --keep=newest`. --max-trace is the room for
// ROTATION_PARTS parts, each a file of its own that a reader takes as it is, a recording of a window
// (window.h): PATH is the one that is written, PATH.1 the one before. When a part has its share of the room,
// a new one begins at the next moment at which no thread holds a lock: all threads are stopped, PATH becomes
// PATH.1 (what had that name is removed), and what is there is recorded in PATH.new, which then becomes PATH.
// So at any moment PATH is a part that can be read.
//
// Some thread that holds no lock looks for that moment, at its next access or synchronisation, or before it
// waits. Where there is none, the part goes on up to the end of its room, and is cut there (RECORDING_HELD);
// nothing is recorded from there on until there is a moment. What was not recorded in between needs not be
// known: a window depends on nothing that was before.
#ifndef HEDDLE_RECORD_ROTATION_H
#define HEDDLE_RECORD_ROTATION_H

#include "record/recorder.h"

enum { ROTATION_PARTS = 2 };

// The first part begins: its file is open, and its texts are written.
void rotation_start(void);
// Whether parts can follow one another.
bool rotation_is_on(void);
// They cannot any more: it is not known of all threads how many locks they hold.
void rotation_give_up(void);

// Whether the next part is due, and it is time to try to begin it.
bool rotation_wants(void);
// It is due.
void rotation_want(void);
// The part has grown, or there is a thread of that number: it may be due.
void rotation_look(void);
void rotation_look_at_threads(uint32_t number);
// The calling thread can stop the program: does so, and begins the next part, if that is possible.
void rotation_try(struct recorder_thread *self);
// A part has begun: whether it has room for more than its beginning. If so, it gets its share.
bool rotation_is_worth_it(void);

#endif
