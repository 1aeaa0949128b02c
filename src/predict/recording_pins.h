// Memory that code that was not instrumented has written: the C library's own variables (optarg, errno), what
// a library fills in that was given a pointer to a pointer. The recording has no event of the write; a read
// that finds what no recorded write left shows that there was one. Where it is certain between which calls of
// such code an access was made, the access is pinned there: it reads what these calls write in the trace,
// `outside`, so that in every prediction the same calls come before it, and no other one.
//
// Of the stack of a thread, and of its errno, which no other thread has accessed, the writes that are not
// recorded are the thread's own, or those of what it has called: its order keeps them, and nothing needs to
// be pinned.
#ifndef HEDDLE_PREDICT_RECORDING_PINS_H
#define HEDDLE_PREDICT_RECORDING_PINS_H

#include "predict/recording_build.h"

// Of each number of the sequence, and the one behind the last: how many events OUTSIDE have a lower one.
// Owned by the caller (memory_free).
uint32_t *recording_pins_count(const struct recording_scan *scan);

// VARIABLE_OWN and VARIABLE_PINNABLE of a variable in that object, or NULL: in memory that has no such name,
// which `thread` is the first to access.
unsigned recording_pins_flags(const struct recording_object *object, const char *name, uint32_t thread);

// Whether an access (`flags`: of enum event_flags) can be pinned: it is plain, all that comes before it is in
// the recording, and no call of another thread begins or ends in its span.
bool recording_pins_may(const struct recording_build *build, struct recording_span span, unsigned flags);

// Whether accesses of a variable (enum recording_variable_flags) are certain only where they are pinned.
static inline bool recording_pins_needed(unsigned variable)
{
    return variable & VARIABLE_MISMATCH && !(variable & VARIABLE_RACES) &&
           (!(variable & VARIABLE_OWN) || variable & VARIABLE_SHARED);
}

// All events are settled: puts a read of `outside` before each access that is to be pinned.
void recording_pins_insert(struct recording_build *build);

#endif
