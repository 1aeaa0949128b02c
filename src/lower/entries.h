// Programs for libraries: a main that runs named functions as threads.
#ifndef HEDDLE_LOWER_ENTRIES_H
#define HEDDLE_LOWER_ENTRIES_H

#include "base/error.h"

#include <llvm-c/Core.h>

#include <stdint.h>

// Where the functions are looked for.
struct entries_place {
    const LLVMModuleRef *modules; // none of them NULL
    uint32_t count;
};

// Makes a module whose main starts a thread for each name, in their order, and waits for all of them. A
// thread calls the function with any values, its inputs; a function that takes one pointer and returns one,
// as threads do, gets a null pointer. Owned by the caller. NULL with the error set where a function is not
// defined, in several modules, or takes another pointer: heddle does not make up what that points to.
LLVMModuleRef entries_make(const struct entries_place *place, const char *const *names, uint32_t count,
                           struct error *error);

#endif
