// The atomic_flag of GCC's <stdatomic.h>, an _Atomic structure, which clang does not initialise by
// ATOMIC_FLAG_INIT.
#ifndef HEDDLE_PROGRAM_ATOMIC_FLAG_H
#define HEDDLE_PROGRAM_ATOMIC_FLAG_H

#include <stdbool.h>

// Makes it a structure in a preprocessed text: it is accessed by built-in functions only. Whether the text
// has changed.
bool atomic_flag_plain(char *text);

#endif
