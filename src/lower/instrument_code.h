// What the files of the instrumentation share. Private to src/lower/instrument*.c.
#ifndef HEDDLE_LOWER_INSTRUMENT_CODE_H
#define HEDDLE_LOWER_INSTRUMENT_CODE_H

#include "lower/lower.h"
#include "record/recording.h"

struct instrumenter {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    struct map privates; // allocas that do not escape
    bool steered;        // the library is called before each load, too
    LLVMTypeRef nothing, i1, i8, i32, i64, pointer;
};

// ---- instrument.c

// Calls a function of the recording library. `types`: a letter for the result and each argument: v nothing, b
// i1, i i32, l i64, p a pointer.
LLVMValueRef instrument_call(struct instrumenter *in, const char *name, const char *types,
                             LLVMValueRef *arguments);
LLVMValueRef instrument_number(struct instrumenter *in, uint64_t number); // of 64 bits
LLVMValueRef instrument_place(struct instrumenter *in, uint32_t place);   // of 32
// The first word of an event (src/record/cursor.h).
LLVMValueRef instrument_head(struct instrumenter *in, enum recording_kind kind, unsigned flags, uint64_t size,
                             uint32_t place);

// ---- instrument_private.c

// The variable that the pointer surely leads to: an alloca or a global; NULL: not known.
LLVMValueRef private_object(LLVMValueRef pointer);
// To be called for every alloca before anything is inserted.
void private_note(struct instrumenter *in, LLVMValueRef alloca);
// Whether nobody can see accesses through this pointer but the function itself, or nobody ever writes there.
bool private_is(const struct instrumenter *in, LLVMValueRef pointer);

// ---- instrument_access.c

// Records a load, store, atomic access, copy or fill. False: the instruction is none of these.
bool instrument_access(struct instrumenter *in, LLVMValueRef instruction, uint32_t place);

// ---- instrument_calls.c

// Records what a call of code outside of the module does: as far as effects say, else as unknown code.
// Nothing is recorded for functions of the module and for intrinsics.
void instrument_called(struct instrumenter *in, LLVMValueRef call, uint32_t place);

#endif
