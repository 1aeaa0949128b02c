// The part of a trace that decides whether events can all be next at the same time: what has to be in every
// correct reordering that leads there, and the releases of locks that may be there besides.
//
// If there is a correct reordering, there is one that has what precedes the events (predict/causality.h), and
// else only releases that another section of the lock waits for, with what precedes them: whatever else it
// has can be left out (docs/predict.md). So a thread's part of it ends with one of few events: its cuts.
#ifndef HEDDLE_PREDICT_WINDOW_H
#define HEDDLE_PREDICT_WINDOW_H

#include "predict/causality.h"

// A thread's part of the reordering may go on up to this event.
struct window_cut {
    uint32_t thread, time;
};

struct window {
    uint32_t *least, *most;         // of each thread: how many of its events are, may be in the reordering
    VECTOR(struct window_cut) cuts; // beyond `least`, by thread and then by time
};

enum { WINDOW_ALWAYS = 0xffffffff, WINDOW_NEVER = 0xfffffffe };

// The window of events that shall be next, all of different threads. False: they never are, since one of
// them, or an uncertain event, precedes another one. The window is the caller's, and is replaced.
bool window_find(struct window *window, const struct causality *causality, const uint32_t *next,
                 uint32_t count);
void window_free(struct window *window);
// The first cut that has an event of a thread: its number, or WINDOW_ALWAYS, or WINDOW_NEVER.
uint32_t window_cut_of(const struct window *window, uint32_t thread, uint32_t time);

#endif
