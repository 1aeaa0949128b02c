// Files and standard input that the user gives to the checked program (--file, --stdin, --stdin-size), as
// text and as what it means. Options are checked by it, and heddle-lower reads them again.
#ifndef HEDDLE_PROGRAM_GIVEN_H
#define HEDDLE_PROGRAM_GIVEN_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { GIVEN_MOST_SYMBOLIC = 65536 }; // bytes of one file that are inputs

struct given {
    char *name;     // "": standard input
    char *contents; // not terminated; NULL where they are inputs
    size_t size;    // of inputs the most there may be
};

// Reads NAME=CONTENTS, with the escapes \n \t \r \0 \\ \xHH in the contents, or NAME:SIZE. Released with
// given_free, also where it is false.
bool given_read_file(const char *text, struct given *to, struct error *error);
// Reads the contents of standard input, with these escapes.
bool given_read_input(const char *text, struct given *to, struct error *error);
// Standard input of at most so many symbolic bytes.
bool given_symbolic_input(uint64_t size, struct given *to, struct error *error);
void given_free(struct given *given);

#endif
