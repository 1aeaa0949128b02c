// From source files to a program: finds the compile flags, looks in the cache, runs clang and heddle-lower as
// processes where needed. heddle-lower is the only program that links LLVM (docs/design.md 4, "Start at
// once").
#ifndef HEDDLE_PROGRAM_FRONTEND_H
#define HEDDLE_PROGRAM_FRONTEND_H

#include "base/interrupt.h"
#include "program/program.h"

struct frontend_options {
    const char *const *files; // .c, .i, .ll, .bc
    uint32_t file_count;
    const char *const *clang_arguments; // what the user gave after `--`
    uint32_t clang_argument_count;
    const char *compile_commands; // path of a compile_commands.json, or NULL
    unsigned pointer_bits;        // 32 or 64; 0: as the input says, else 64
    const char *cache_folder;     // NULL: $XDG_CACHE_HOME/heddle or ~/.cache/heddle; "": no cache
    const char *const *entries;   // functions that are run as threads, for a library without main
    uint32_t entry_count;
    const char *effects;            // file of what functions without a body do; NULL: none
    bool volatile_atomic;           // reads and writes of volatile variables are atomic
    const char *const *given_files; // that the program finds, as --file has them (program/given.h)
    uint32_t given_file_count;
    const char *given_input; // its standard input, as --stdin has it; NULL: not given
    uint64_t symbolic_input; // the most symbolic bytes of standard input; 0: none
    bool signed_shifts; // left shifts of signed values are checked as C defines them (property `overflow`)
    bool own_errors;    // reach_error and its like are the program's functions where it defines them
    bool verbose;       // commands on standard error
    struct interrupt *interrupt; // ends it; then there is no program. NULL: nothing does
};

// Returns the program, owned by the caller, or NULL with the error set. Compile errors are clang's own,
// already on standard error; the error then has an empty message. Nothing is left half written.
struct program *frontend_load(const struct frontend_options *options, struct error *error);
// The text of a driver for the entries (none: all functions), of *size bytes, owned by the caller; NULL with
// the error set, as above. `absolute`: headers are named by their whole paths.
char *frontend_harness(const struct frontend_options *options, bool absolute, size_t *size,
                       struct error *error);

#endif
