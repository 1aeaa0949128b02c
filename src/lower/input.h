// Reading and linking LLVM modules: everything that can go wrong with the user's files.
#ifndef HEDDLE_LOWER_INPUT_H
#define HEDDLE_LOWER_INPUT_H

#include "base/error.h"

#include <llvm-c/Core.h>

#include <stdint.h>

struct input {
    const char *const *files; // see parts.h
    uint32_t file_count;
    const char **entries; // functions that are run as threads; the program has no main then
    uint32_t entry_count;
    const char *list; // file that gets the names of further files that were read, each with a zero; or NULL
    const char *runtime;   // bitcode of the runtime library, or NULL
    unsigned pointer_bits; // 32, 64; 0: as the files say
    const char *effects;   // file of what functions without a body do (effects.h), or NULL
    bool native;     // for machine code: nothing is replaced or left out but what the system's linker would
    bool own_errors; // natives that only report an error do not override definitions
    bool shifts;     // keep the checks of shifts in what `heddle cc` has made
};

// Reads the files and links them, with what they need of the runtime library, into one module owned by the
// caller. Natives that override definitions (program/natives.def) are left as declarations. NULL with the
// error set on failure.
LLVMModuleRef input_read(LLVMContextRef context, const struct input *input, struct error *error);

// Turns LLVM's scalar stack variables into values. Nothing else is run: no access to other memory may go.
bool input_promote(LLVMModuleRef module, struct error *error);

#endif
