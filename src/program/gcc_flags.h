// GCC's flags that clang refuses.
#ifndef HEDDLE_PROGRAM_GCC_FLAGS_H
#define HEDDLE_PROGRAM_GCC_FLAGS_H

#include "program/process.h"

// Removes from the command the words of gcc_flags.def that clang has refused: `messages` is what it said,
// each error on a line with the word in quotes. Returns the words, a blank before each, owned by the caller;
// NULL: none.
char *gcc_flags_drop(struct command *command, const char *messages);

#endif
