// From source files, or what `heddle cc` has built, to an executable that records what it does
// (docs/predict.md, "Recording a program").
#ifndef HEDDLE_PROGRAM_EXECUTABLE_H
#define HEDDLE_PROGRAM_EXECUTABLE_H

#include "program/frontend.h"

// The executable, in a temporary folder that lives as long as this.
struct executable {
    char *path;
    uint64_t hash; // of its bitcode, as it is without `steered`
    char *scratch;
    int lock;
};

// Compiles, instruments and links with the shared libraries that the files name. Of the user's arguments for
// clang, those that are for the linker (-l, -L, -Wl,) reach it, too. False with the error set; messages of
// the compiler and of the linker are on standard error, and the error is empty then. `steered`: it can be
// made to follow a schedule (record/schedule.h), and is slower.
bool executable_make(struct executable *executable, const struct frontend_options *options, bool steered,
                     struct error *error);
// The hash that an executable of these would have, without linking one. Likewise.
bool executable_hash(const struct frontend_options *options, uint64_t *hash, struct error *error);
void executable_free(struct executable *executable);

#endif
