// Memory that code that was not instrumented has written: the C library's own variables (optarg, errno), what
// a library fills in that was given a pointer to a pointer. The recording has no event of the write; a read
// that finds what no recorded write left shows that there was one. Where it is certain between which calls of
// such code an access was made, the access is pinned there: it reads what these calls write in the trace,
// `outside`, so that in every prediction the same calls come before it, and no other one.
//
// Of a variable that races, the order of its accesses is not known, nor is then what was there when such a
// call wrote. A read of it is certain only if it found what the write left that it sees, and no such code was
// at work in between (recording_pins_quiet). So it is with racing memory that such code was given earlier,
// and may write at any call.
//
// Of the stack of a thread, and of its errno, which no other thread has accessed, the writes that are not
// recorded are the thread's own, or those of what it has called: its order keeps them, and nothing needs to
// be pinned.
#ifndef HEDDLE_PREDICT_RECORDING_PINS_H
#define HEDDLE_PREDICT_RECORDING_PINS_H

#include "predict/recording_build.h"

// What outside code does right before a number of the sequence, or behind the last.
struct recording_calls {
    uint32_t before; // events OUTSIDE with a lower number
    // Since that number no such code has been at work: no call of it was begun and not ended yet, and no
    // thread of it was alive. RECORDING_NEVER: it is at work.
    uint32_t quiet;
    bool library; // a thread of such code is alive, which may write at any time
};

// For each number, and behind the last one. Owned by the caller (memory_free).
struct recording_calls *recording_pins_calls(const struct recording_file *file,
                                             const struct recording_scan *scan);

// Since which number outside code has not been at work when the access was made, in its whole span and for
// certain; otherwise RECORDING_NEVER.
uint32_t recording_pins_quiet(const struct recording_build *build, struct recording_span span);

// Whether a thread of outside code was alive during the span.
bool recording_pins_library(const struct recording_build *build, struct recording_span span);

// VARIABLE_OWN and VARIABLE_PINNABLE of a variable in that object, or NULL: in memory that has no such name,
// which `thread` is the first to access.
unsigned recording_pins_flags(const struct recording_object *object, const char *name, uint32_t thread);

// Whether an access (`flags`: of enum event_flags) can be pinned: it is plain, all that comes before it is in
// the recording, and no call of another thread begins or ends in its span.
bool recording_pins_may(const struct recording_build *build, struct recording_span span, unsigned flags);

// Whether outside code may write a variable (enum recording_variable_flags) without an event. If the variable
// does not race, its accesses are certain where they are pinned.
static inline bool recording_outside_writes(unsigned variable)
{
    return variable & (VARIABLE_MISMATCH | VARIABLE_HANDED) &&
           (!(variable & VARIABLE_OWN) || variable & VARIABLE_SHARED);
}

// Whether an event is pinned; all are settled.
bool recording_pins_holds(const struct recording_build *build, uint32_t event);
// Puts a read of `outside` before each event with MARK_PINNED.
void recording_pins_insert(struct recording_build *build);

#endif
