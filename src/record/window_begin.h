// What is there when a window begins (window.h), and how it is recorded.
#ifndef HEDDLE_RECORD_WINDOW_BEGIN_H
#define HEDDLE_RECORD_WINDOW_BEGIN_H

#include "record/recorder.h"

// The window begins: all threads of the list but the calling one, `self`, are stopped, or do nothing until
// they are let go on. False: it has not begun, and nothing more is recorded.
bool window_record(struct recorder_thread *threads, struct recorder_thread *self);

#endif
