// One LLVM module: reading it, with all that can be wrong with it, and linking it with another.
#include "lower/modules.h"

#include "base/memory.h"
#include "lower/scalable.h"
#include "program/natives.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char current_file[4096]; // a copy: this is looked at when everything else may be gone
static char diagnostic[1024];
static char defined_twice[1024]; // see module_defined_twice

void module_now(const char *file)
{
    snprintf(current_file, sizeof current_file, "%s", file);
}

// LLVM aborts where its input contradicts itself in ways it does not check. This process exists for one
// program only, so that ending it, with a message and the status for bad input, is the clean way out.
static void fatal(const char *reason)
{
    fprintf(stderr, "heddle: %s: %s\n", current_file, reason);
    _exit(2);
}

// Bitcode that is damaged in certain places crashes LLVM's reader; that is the file's fault, not a mistake of
// ours.
static void crashed(int signal_number)
{
    static const char head[] = "heddle: ", tail[] = ": LLVM cannot read it: the file is damaged\n";
    (void)signal_number;
    ssize_t written = write(STDERR_FILENO, head, sizeof head - 1);
    written += write(STDERR_FILENO, current_file, strlen(current_file));
    written += write(STDERR_FILENO, tail, sizeof tail - 1);
    _exit(written ? 2 : 4);
}

static void set_crash_handler(void (*handler)(int))
{
    static char stack[65536]; // the reader may have used up its own
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

void module_catch_crashes(bool on)
{
    set_crash_handler(on ? crashed : SIG_DFL);
}

static void note_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || diagnostic[0])
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    snprintf(diagnostic, sizeof diagnostic, "%s", text);
    LLVMDisposeMessage(text);
}

void module_install_handlers(LLVMContextRef context)
{
    LLVMInstallFatalErrorHandler(fatal);
    LLVMContextSetDiagnosticHandler(context, note_diagnostic, NULL);
}

// One line of what LLVM says.
void module_explain(struct error *error, const char *file, const char *text)
{
    const char *said = text && *text ? text : diagnostic[0] ? diagnostic : "not an LLVM module";
    size_t length = strlen(file);
    if (strncmp(said, file, length) == 0 && said[length] == ':')
        said += length + 1;
    said += strspn(said, " ");
    static const char twice[] = "Linking globals named '";
    if (strncmp(said, twice, sizeof twice - 1) == 0 && strstr(said, "multiply defined")) {
        said += sizeof twice - 1;
        snprintf(defined_twice, sizeof defined_twice, "%.*s", (int)strcspn(said, "'"), said);
        error_set(error, "%s: '%s' is defined in another of the files, too", file, defined_twice);
    } else {
        error_set(error, "%s: %.*s", file, (int)strcspn(said, "\n"), said);
    }
    diagnostic[0] = 0;
}

const char *module_defined_twice(void)
{
    return defined_twice[0] ? defined_twice : NULL;
}

bool module_verify(LLVMModuleRef module, const char *name, struct error *error)
{
    char *message = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        module_explain(error, name, message);
    else if (scalable_module(module))
        error_set(error, "%s: scalable vectors are not supported", name);
    LLVMDisposeMessage(message);
    return !error->message;
}

bool module_is_bitcode(const struct part *part)
{
    return part->size >= 4 &&
           (memcmp(part->text, "BC\xc0\xde", 4) == 0 || memcmp(part->text, "\xde\xc0\x17\x0b", 4) == 0);
}

LLVMModuleRef module_read_later(LLVMContextRef context, const struct part *part, struct error *error)
{
    LLVMModuleRef module = NULL;
    module_now(part->name);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(part->text, part->size, part->name, false);
    if (LLVMGetBitcodeModuleInContext2(context, buffer, &module)) { // else the module takes the buffer
        LLVMDisposeMemoryBuffer(buffer);
        module_explain(error, part->name, "");
        return NULL;
    }
    return module;
}

LLVMModuleRef module_read(LLVMContextRef context, const struct part *part, struct error *error)
{
    const char *file = part->name;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    module_now(file);
    bool bitcode = module_is_bitcode(part);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(part->text, part->size, file, !bitcode);
    if (bitcode) {
        if (LLVMParseBitcodeInContext2(context, buffer, &module))
            module = NULL;
        LLVMDisposeMemoryBuffer(buffer);
    } else if (LLVMParseIRInContext(context, buffer, &module, &message)) { // takes the buffer
        module = NULL;
    }
    if (!module)
        module_explain(error, file, message);
    LLVMDisposeMessage(message);
    if (!module || module_verify(module, file, error))
        return module;
    LLVMDisposeModule(module);
    return NULL;
}

static bool is_x86_module(LLVMModuleRef module, unsigned *bits)
{
    const char *triple = LLVMGetTarget(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    *bits = LLVMPointerSize(layout) * 8;
    if (!*triple)
        return true;
    bool narrow =
        triple[0] == 'i' && triple[1] >= '3' && triple[1] <= '6' && strncmp(triple + 2, "86", 2) == 0;
    return narrow || strncmp(triple, "x86_64", 6) == 0;
}

// The file that the user knows: the one the module was compiled from.
const char *module_user_name(LLVMModuleRef module, const char *file)
{
    size_t length;
    const char *name = LLVMGetSourceFileName(module, &length);
    return length ? name : file;
}

bool module_check_target(LLVMModuleRef module, const char *file, unsigned *bits, struct error *error)
{
    unsigned own;
    if (!is_x86_module(module, &own) || (own != 32 && own != 64))
        return error_set(error, "%s: the target `%s` is not supported (x86-64 and i386 are)", file,
                         LLVMGetTarget(module));
    if (*bits && own != *bits)
        return error_set(error, "%s: made for pointers of %u bits, not %u", file, own, *bits);
    *bits = own;
    return true;
}

// reach_error and __VERIFIER_error, not __CPROVER_assert.
static bool is_failing_native(unsigned native)
{
    return native_facts(native) & FACT_ASSERTS && !(native_facts(native) & FACT_CONDITION);
}

void module_override(LLVMModuleRef module, bool own_errors)
{
    for (unsigned i = 0; i < NATIVE_COUNT; i++) {
        bool overrides = native_facts(i) & FACT_OVERRIDES && !(own_errors && is_failing_native(i));
        LLVMValueRef function = overrides ? LLVMGetNamedFunction(module, native_name(i)) : NULL;
        if (!function || LLVMIsDeclaration(function))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(function);
        LLVMValueRef declaration = LLVMAddFunction(module, "", type);
        LLVMReplaceAllUsesWith(function, declaration);
        LLVMSetValueName2(function, "", 0); // not deleted: its body may not have been read yet
        LLVMSetLinkage(function, LLVMInternalLinkage);
        LLVMSetVisibility(function, LLVMDefaultVisibility);
        LLVMSetValueName2(declaration, native_name(i), strlen(native_name(i)));
    }
}

bool module_link(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *error)
{
    char *name = memory_copy_string(module_user_name(other, file));
    module_now(file);
    bool failed = LLVMLinkModules2(module, other); // takes `other`
    if (failed)
        module_explain(error, name, "");
    memory_free(name);
    return !failed;
}

bool module_run_passes(LLVMModuleRef module, const char *passes, struct error *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failed)
        return true;
    char *message = LLVMGetErrorMessage(failed);
    error_set(error, "%s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

bool module_defines(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
    LLVMValueRef alias = LLVMGetNamedGlobalAlias(module, name, strlen(name));
    return (function && !LLVMIsDeclaration(function)) || (global && !LLVMIsDeclaration(global)) || alias;
}
