// Bodies of functions that C99 declares `inline` without an external definition (in gnu89: `extern inline`).
// clang's -O0 leaves them out, since another file ought to have the definition. Where none has, a compiler
// that optimises uses the body there is, and so does heddle.
#ifndef HEDDLE_PROGRAM_INLINE_BODIES_H
#define HEDDLE_PROGRAM_INLINE_BODIES_H

#include "program/cache.h"
#include "program/process.h"
#include "program/program.h"

// Whether a function of the program without a body may have one in the files that it was compiled from: one
// of them uses `inline` and the function's name, or makes names up (`##`).
bool inline_bodies_missing(const struct program *program, const struct dependencies *dependencies);
// Adds to the compiler's command what makes it emit these bodies, as `available_externally`, which yields to
// any definition. Everything else is compiled as without it. There are sources that cannot be compiled so.
void inline_bodies_ask(struct command *command);
// Asks for bodies in a command that ends with its source. `again`: a preprocessed one that has to be
// preprocessed once more.
void inline_bodies_ask_before_source(struct command *command, bool again);

#endif
