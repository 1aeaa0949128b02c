// `heddle cc`: clang, and beside what it makes, bitcode for heddle (docs/building-programs.md).
#ifndef HEDDLE_PROGRAM_DRIVER_H
#define HEDDLE_PROGRAM_DRIVER_H

#include "base/error.h"

#include <stdint.h>

// Does what clang does with these arguments, with its messages and its input and output. Where that makes
// machine code for x86 of C sources, the objects, or what they are linked into, get a section with the
// bitcode that a check would compile them to. A source of which no bitcode can be made is named in a note,
// and the file is as clang made it. Returns clang's exit status, or -1 with the error set if clang could not
// be run. Where there is nothing to add clang takes the place of this process, and nothing is returned.
int driver_run(uint32_t count, char **arguments, struct error *error);

#endif
