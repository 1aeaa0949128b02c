// Programs that GCC compiles with a warning, and clang refuses.
#ifndef HEDDLE_PROGRAM_GCC_ACCEPTS_H
#define HEDDLE_PROGRAM_GCC_ACCEPTS_H

#include "program/process.h"

// What makes clang compile a file after all.
struct gcc_accepts {
    struct command builtins; // -fno-builtin-NAME for variables that are called like functions of C's library
    struct command declarations; // functions without a result that are called before they are defined
    bool words;                  // a file that GCC has preprocessed, by another name than .i
    bool atomics;                // built-in atomic operations take pointers to _Atomic types
};

// Looks for more of it in what clang said when it refused the file. False: there is nothing else to be done.
bool gcc_accepts_find(struct gcc_accepts *accepts, const char *messages);
// Whether there is something to be added that only a file that is preprocessed takes.
bool gcc_accepts_needs_macros(const struct gcc_accepts *accepts);
// Adds it to the command for the file. `include`: the folder with heddle.h.
void gcc_accepts_add(const struct gcc_accepts *accepts, const char *include, const char *file,
                     struct command *command);
// Whether what clang says is about what was added.
bool gcc_accepts_in_messages(const char *messages);
void gcc_accepts_free(struct gcc_accepts *accepts);

#endif
