// Functions without a body whose effects are known (--effects) get one: whatever looks at the program sees
// what they do.
#ifndef HEDDLE_LOWER_EFFECTS_H
#define HEDDLE_LOWER_EFFECTS_H

#include "lower/effects_text.h"

#include <llvm-c/Core.h>

// Gives a body to each function of the module that has effects, no definition there or in the runtime library
// (NULL: there is none), and is no native. It counts as one of the runtime library: what goes wrong in it is
// shown at its call. False with the error set where effects do not fit the function.
bool effects_make(LLVMModuleRef module, LLVMModuleRef runtime, const struct effects *effects,
                  struct error *error);

#endif
