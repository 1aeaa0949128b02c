// What programs written for CBMC have and C has not: labels that create threads, and names of types.
#ifndef HEDDLE_PROGRAM_CBMC_WORDS_H
#define HEDDLE_PROGRAM_CBMC_WORDS_H

#include "program/process.h"

// The text with each statement behind a label __CPROVER_ASYNC_... as a thread of its own: a block (clang's
// extension) that is given to __runtime_async (src/runtime/async.c). As in CBMC the thread has copies of the
// local variables around it. Lines stay where they are. NULL: there is no such label. A label in the text of
// a macro, or before something that is no expression and no compound statement, stays as it is
// (src/lower/async_labels.h). Owned by the caller.
char *cbmc_threads(const char *text);
// Adds macros to the compiler's command for the types of CBMC's that the file uses and does not declare.
void cbmc_add_types(struct command *command, const char *file);

#endif
