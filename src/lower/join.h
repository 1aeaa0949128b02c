// From the files given to one module: what is linked, and in which order.
#ifndef HEDDLE_LOWER_JOIN_H
#define HEDDLE_LOWER_JOIN_H

#include "lower/input.h"

// Links the modules of the input's files into one, owned by the caller. Functions and variables that `main`
// cannot reach, nor what runs before or after it, are left out, unless there is no main. *bits: of pointers;
// 0 becomes the files' own. NULL with the error set on failure.
LLVMModuleRef join_files(LLVMContextRef context, const struct input *input, unsigned *bits,
                         struct error *error);

#endif
