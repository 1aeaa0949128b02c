// `heddle-lower --instrument`: a module of machine code to be, which records what it does (docs/predict.md,
// "Recording a program"; src/record).
#ifndef HEDDLE_LOWER_INSTRUMENT_H
#define HEDDLE_LOWER_INSTRUMENT_H

#include "base/error.h"

#include <llvm-c/Core.h>

// Inserts calls of the recording library before or after every access to memory that another thread may
// reach, and every call of a function that has no body, and adds the tables of places and names. `inlined`:
// the file of what is inlined into the module (src/record/inline.c); `steered`: the library is also called
// before each load, so that the program can follow a schedule (src/record/steer.h). False with the error set.
bool instrument_module(LLVMModuleRef module, const char *inlined, bool steered, struct error *error);

#endif
