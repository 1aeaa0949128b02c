// What the files of harness.h share: the driver that is being written. Private to them.
//
// harness.c chooses functions and writes the threads and main; harness_call.c writes calls, with arguments
// for each parameter; harness_object.c finds out how the objects are made that threads share.
#ifndef HEDDLE_LOWER_HARNESS_STATE_H
#define HEDDLE_LOWER_HARNESS_STATE_H

#include "base/error.h"
#include "lower/declare.h"

#include <stdint.h>
#include <stdio.h>

// An object that threads share: a variable, or, where another file alone knows the type, a pointer.
struct shared {
    char *type, *name; // its declaration; the name alone
    char *key;         // the type without a name
    bool pointer;
    char *begin, *end; // statements of main before and behind the threads; NULL: none
};

struct harness {
    LLVMModuleRef module;
    struct declarations d;
    VECTOR(struct shared) shared;
    const char *const *names; // functions that the user wants to run
    uint32_t name_count;
    VECTOR(char *) done; // functions that have a thread
    VECTOR(char *) used; // functions that main calls, for the objects
    FILE *prototypes, *threads, *left_out;
    FILE *body;  // of the function that is being written
    bool making; // that is main, and makes an object: it shares no other one
    struct error *error;
};

// A function of the library.
struct harness_callee {
    const char *name;
    LLVMValueRef function;
    LLVMMetadataRef types; // the result's, and those of the parameters
    unsigned count;        // parameters
    bool variadic;
};

// ---- harness_call.c

// False: its file was compiled without debug information.
bool callee_describe(struct harness *h, LLVMValueRef function, struct harness_callee *c);
// Whether other files can call it.
bool callee_is_public(LLVMValueRef function);
// NULL, or the reason why it cannot be called; owned by the caller. Notes what its declaration needs.
char *callee_why_not(struct harness *h, const struct harness_callee *c);
// The type of its result, NULL for void; of one of its parameters, below `count`.
LLVMMetadataRef callee_result(struct harness *h, const struct harness_callee *c);
LLVMMetadataRef callee_parameter(struct harness *h, const struct harness_callee *c, unsigned number);
// Writes its declaration in C to the driver.
void callee_write_prototype(struct harness *h, const struct harness_callee *c);
// The arguments for the parameters from `first` on, as a list; what they need is written to h->body. Owned by
// the caller.
char *callee_arguments(struct harness *h, const struct harness_callee *c, unsigned first);

// ---- harness_object.c

// The object of that type which all threads share, made if it is the first; `name`: of the parameter that it
// is for. NULL: another file alone knows the type, and no function makes it.
const struct shared *harness_share(struct harness *h, LLVMMetadataRef type, const char *name);
// Whether the function looks like one that makes, initialises or ends objects for others.
bool harness_is_for_objects(struct harness *h, const struct harness_callee *c);
bool harness_has(const struct harness *h, const char *name); // a thread or a call in main

#endif
