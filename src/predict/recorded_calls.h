// What a walk along a recording (recorded_walk.h) may meet in the program. Natively some calls have results
// that the machine cannot know: the time, a drawn number, a file. A thread that comes to one ends its walk
// there. So it is with variables of the C library that tell of the world (`environ`), and with atomic
// sections, which natively exclude nobody.
#ifndef HEDDLE_PREDICT_RECORDED_CALLS_H
#define HEDDLE_PREDICT_RECORDED_CALLS_H

#include "program/program.h"

// Whether the user's code calls what fails an assertion, or abort: else there is nothing to predict.
bool recorded_calls_may_fail(const struct program *program);

// Whether the code from there on comes to a failure, whatever is read, with calls of other functions on the
// way.
bool recorded_calls_fail_later(const struct program *program, uint32_t code);

// A copy of the program in which a thread stops, as at what has no model, where it would do such a thing;
// owned by the caller (recorded_calls_free). It borrows all but its code and strings from the program. NULL
// with the error set: the program takes the address of such a function, so that nobody knows who calls it, or
// main looks at its environment.
struct program *recorded_calls_stop(const struct program *program, struct error *error);
void recorded_calls_free(struct program *program);

#endif
