// One run of the compiler for each source file, and one of heddle-lower for all.
#ifndef HEDDLE_PROGRAM_COMPILE_H
#define HEDDLE_PROGRAM_COMPILE_H

#include "program/cache.h"
#include "program/compile_commands.h"
#include "program/frontend.h"
#include "program/gcc_accepts.h"
#include "program/process.h"
#include "program/tools.h"

// What is to be done with one input.
struct unit {
    const char *file;           // as the user names it
    const char *source;         // what is compiled, from the folder; of the compile commands, or the file
    bool module;                // LLVM already, or in it: no compilation
    bool preprocessed;          // and no macro is left to be replaced
    const char *folder;         // the compiler runs there; NULL: here
    struct compile_entry entry; // of the compile commands
    struct command command;     // the compiler's, without outputs
    struct gcc_accepts accepts; // goes in front of the source
};

struct build {
    const struct frontend_options *options;
    struct tools tools;
    struct compile_commands *commands;
    VECTOR(struct unit) units;
    struct dependencies dependencies;
    const char *cache;     // folder where bitcode of single files is kept; NULL: nowhere
    struct timespec begin; // when compilation began, as cache_store wants it
    char *scratch;         // temporary folder; NULL: none yet
    int scratch_lock;      // see scratch.h
    bool quiet;            // compilers say nothing
    const char *harness;   // heddle-lower's word for a driver in place of a program; NULL: a program
};

// The flags by which every file is compiled: those that stand before the user's, and those behind them.
void compile_add_base(struct command *command);
void compile_add_last(struct command *command, const struct tools *tools, bool signed_shifts, bool warnings);

// Checks the inputs and makes up the commands. False with the error set.
bool build_prepare(struct build *build, const struct frontend_options *options, struct error *error);
// Makes the folder of temporary files, unless it is there. False with the error set.
bool build_scratch(struct build *build, struct error *error);
// Runs the compilers; the dependencies become complete. False on failure, where the compiler has said why.
bool build_compile(struct build *build, struct error *error);
// Compiles all sources again, with the bodies of functions that are inline and nothing else
// (inline_bodies.h); without a word. False if one cannot be compiled so: then nothing may be lowered any
// more.
bool build_compile_inline(struct build *build);
// Runs heddle-lower, which writes the program to `output`.
bool build_lower(struct build *build, const char *output, struct error *error);
// Runs heddle-lower on all units to instrument them: `output` is bitcode of the whole program. Further files
// that were read are added to the dependencies. `steered`: it can also follow a schedule.
bool build_instrument(struct build *build, const char *output, bool steered, struct error *error);
// Removes the temporary files and releases everything.
void build_free(struct build *build);

#endif
