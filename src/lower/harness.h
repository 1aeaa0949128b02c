// `heddle harness`: a driver in C for functions of a library, which a person then edits.
#ifndef HEDDLE_LOWER_HARNESS_H
#define HEDDLE_LOWER_HARNESS_H

#include "base/error.h"

#include <llvm-c/Core.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Writes a driver that calls each of the functions (none: all that other files can call) in a thread of its
// own. Types and declarations are those of the debug information; `absolute`: so are the paths of headers.
// False with the error set, where a function cannot be called, or none can.
bool harness_write(LLVMModuleRef module, const char *const *names, uint32_t count, bool absolute, FILE *out,
                   struct error *error);

#endif
