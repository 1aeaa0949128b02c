#include "lower/input.h"

#include "base/file.h"
#include "base/memory.h"
#include "lower/assembly.h"
#include "lower/async_labels.h"
#include "lower/barriers.h"
#include "lower/builtins.h"
#include "lower/cleanup.h"
#include "lower/clock.h"
#include "lower/effects.h"
#include "lower/frames.h"
#include "lower/implicit.h"
#include "lower/initial.h"
#include "lower/join.h"
#include "lower/jumps.h"
#include "lower/lower.h"
#include "lower/modules.h"
#include "lower/postfix.h"
#include "lower/promote.h"
#include "lower/question.h"
#include "lower/recovery.h"
#include "lower/scopes.h"
#include "lower/wide_floats.h"

#include <llvm-c/BitReader.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static LLVMMemoryBufferRef read_buffer(const char *file, struct error *error)
{
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    module_now(file);
    if (!file_check(file, FILE_LIMIT_MODULE, NULL, error))
        return NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message)) {
        module_explain(error, file, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (LLVMGetBufferSize(buffer) == 0) {
        error_set(error, "%s: the file is empty", file);
        LLVMDisposeMemoryBuffer(buffer);
        return NULL;
    }
    return buffer;
}

// Whether the program uses the name for something of another kind, such as a variable called `index`.
static bool is_other_kind(LLVMModuleRef user, LLVMValueRef ours)
{
    const char *name = LLVMGetValueName(ours);
    return LLVMIsAFunction(ours) ? LLVMGetNamedGlobal(user, name) != NULL
                                 : LLVMGetNamedFunction(user, name) != NULL;
}

// What the program defines itself is its own; the runtime library keeps its version for its own calls, under
// another name. The rest is linked only if something refers to it (linkonce).
static void yield_definition(LLVMModuleRef user, LLVMValueRef ours)
{
    if (LLVMIsDeclaration(ours) || LLVMGetLinkage(ours) == LLVMInternalLinkage ||
        LLVMGetLinkage(ours) == LLVMPrivateLinkage || LLVMGetLinkage(ours) == LLVMAppendingLinkage)
        return;
    if (module_defines(user, LLVMGetValueName(ours)) || is_other_kind(user, ours)) {
        char *name = memory_format("__heddle_runtime_%s", LLVMGetValueName(ours));
        LLVMSetValueName2(ours, name, strlen(name));
        memory_free(name);
        LLVMSetLinkage(ours, LLVMInternalLinkage);
    } else {
        LLVMSetLinkage(ours, LLVMLinkOnceAnyLinkage);
    }
}

static void mark_runtime(LLVMContextRef context, LLVMModuleRef user, LLVMModuleRef runtime)
{
    LLVMAttributeRef mark =
        LLVMCreateStringAttribute(context, RUNTIME_ATTRIBUTE, strlen(RUNTIME_ATTRIBUTE), "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(runtime); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
        yield_definition(user, f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(runtime); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g))
            LLVMSetSection(g, RUNTIME_SECTION);
        yield_definition(user, g);
    }
}

// The file of the runtime library for pointers of that many bits; owned by the caller. NULL: a folder without
// one.
static char *runtime_file(const char *runtime, unsigned bits)
{
    struct stat status;
    if (stat(runtime, &status) != 0 || !S_ISDIR(status.st_mode))
        return memory_copy_string(runtime);
    char *path = memory_format("%s/runtime-%u.bc", runtime, bits);
    if (access(path, R_OK) == 0)
        return path;
    memory_free(path);
    return NULL;
}

static bool link_runtime(LLVMContextRef context, LLVMModuleRef module, const char *file, unsigned bits,
                         const struct effects *effects, struct error *error)
{
    LLVMMemoryBufferRef buffer = read_buffer(file, error);
    LLVMModuleRef runtime = NULL;
    if (!buffer)
        return false;
    // Bodies are only read for the functions that are linked. The module takes the buffer.
    if (LLVMGetBitcodeModuleInContext2(context, buffer, &runtime)) {
        LLVMDisposeMemoryBuffer(buffer);
        module_explain(error, file, "");
        return false;
    }
    if (!module_check_target(runtime, file, &bits, error)) {
        LLVMDisposeModule(runtime);
        return false;
    }
    if (!effects_make(module, runtime, effects, error)) {
        LLVMDisposeModule(runtime);
        return false;
    }
    mark_runtime(context, module, runtime);
    return module_link(module, runtime, file, error);
}

LLVMModuleRef input_read(LLVMContextRef context, const struct input *input, struct error *error)
{
    unsigned bits = input->pointer_bits;
    struct effects effects = {0};
    if (input->effects && !effects_read(input->effects, &effects, error)) {
        effects_free(&effects);
        return NULL;
    }
    module_catch_crashes(true);
    LLVMModuleRef module = join_files(context, input, &bits, error);
    if (module) {
        implicit_assertions(module);
        async_labels_stop(module);
        postfix_resolve(module);
        assembly_resolve(module);
        builtins_resolve(module);
        wide_floats_resolve(module);
        cleanup_handlers(module);
        recovery_forget(module);
    }
    char *runtime = module && input->runtime ? runtime_file(input->runtime, bits) : NULL;
    if (module && !(runtime ? link_runtime(context, module, runtime, bits, &effects, error)
                            : effects_make(module, NULL, &effects, error))) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    memory_free(runtime);
    effects_free(&effects);
    if (module)
        module_now(module_user_name(module, input->files[0]));
    module_catch_crashes(false);
    return module;
}

bool input_promote(LLVMModuleRef module, struct error *error)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("optnone", 7);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    clock_resolve(module);
    questions_resolve(module);
    frames_note(module);
    scopes_reduce(module);
    if (!jumps_resolve(module, error))
        return false;
    promote_pieces(module);
    initial_values(module);
    scopes_pin(module);
    bool good = module_run_passes(module, "function(mem2reg)", error);
    scopes_unpin(module);
    barriers_resolve(module);
    return good;
}
