// Witness files (docs/witness-format.md): what it takes to compile a program again as it was and to
// re-execute one violation of it.
#ifndef HEDDLE_REPORT_WITNESS_H
#define HEDDLE_REPORT_WITNESS_H

#include "explore/explore.h"
#include "report/place.h"
#include "report/settings.h"

#define WITNESS_VERSION 2
// Instead of a thread's name: what stands before the number of an input that is memory never written.
#define WITNESS_MEMORY "memory "

struct witness_source {
    char *name; // as the compiler was given it
    uint64_t hash;
};

struct witness {
    struct settings settings; // files, flags, properties and options of the machine; the rest has defaults
    char *folder;             // where the check ran
    unsigned pointer_bits;
    uint64_t program_hash;
    VECTOR(struct witness_source) sources;
    struct exploration_violation violation;
};

// Text of the witness of one violation, owned by the caller. `place`: where the violation is shown.
char *witness_text(const struct program *program, const struct settings *settings,
                   const struct exploration_violation *violation, struct source_place place);

// Reads a witness and checks everything that can be checked without the program. Cleared memory is an empty
// witness; released with witness_free, also after a failure.
bool witness_read(const char *path, struct witness *witness, struct error *error);
// Reads a witness from its text; `path` is what messages call it.
bool witness_read_text(const char *path, const char *text, size_t size, struct witness *witness,
                       struct error *error);
void witness_free(struct witness *witness);
// Whether the sources are what they were; the message names the first one that is not. `path`: of the
// witness.
bool witness_check_sources(const struct witness *witness, const char *path, struct error *error);
// Whether the compiled program is what it was, and the schedule fits it.
bool witness_check_program(const struct witness *witness, const char *path, const struct program *program,
                           struct error *error);

#endif
