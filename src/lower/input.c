#include "lower/input.h"

#include "base/file.h"
#include "base/memory.h"
#include "lower/clock.h"
#include "lower/frames.h"
#include "lower/implicit.h"
#include "lower/initial.h"
#include "lower/lower.h"
#include "lower/parts.h"
#include "lower/promote.h"
#include "lower/question.h"
#include "lower/scalable.h"
#include "lower/scopes.h"
#include "lower/shifts.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char current_file[4096]; // a copy: this is looked at when everything else may be gone
static char diagnostic[1024];

static void set_current_file(const char *file)
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

static void note_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || diagnostic[0])
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    snprintf(diagnostic, sizeof diagnostic, "%s", text);
    LLVMDisposeMessage(text);
}

void input_install_handlers(LLVMContextRef context)
{
    LLVMInstallFatalErrorHandler(fatal);
    LLVMContextSetDiagnosticHandler(context, note_diagnostic, NULL);
}

// One line of what LLVM says.
static void explain(struct error *error, const char *file, const char *text)
{
    const char *said = text && *text ? text : diagnostic[0] ? diagnostic : "not an LLVM module";
    size_t length = strlen(file);
    if (strncmp(said, file, length) == 0 && said[length] == ':')
        said += length + 1;
    said += strspn(said, " ");
    static const char twice[] = "Linking globals named '";
    if (strncmp(said, twice, sizeof twice - 1) == 0 && strstr(said, "multiply defined")) {
        said += sizeof twice - 1;
        error_set(error, "%s: '%.*s' is defined in another of the files, too", file, (int)strcspn(said, "'"),
                  said);
    } else {
        error_set(error, "%s: %.*s", file, (int)strcspn(said, "\n"), said);
    }
    diagnostic[0] = 0;
}

static LLVMMemoryBufferRef read_buffer(const char *file, struct error *error)
{
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    set_current_file(file);
    if (!file_check(file, FILE_LIMIT_MODULE, NULL, error))
        return NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message)) {
        explain(error, file, message);
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

static LLVMModuleRef read_module(LLVMContextRef context, const struct part *part, struct error *error)
{
    const char *file = part->name;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    set_current_file(file);
    bool bitcode = part->size >= 4 && (memcmp(part->text, "BC\xc0\xde", 4) == 0 ||
                                       memcmp(part->text, "\xde\xc0\x17\x0b", 4) == 0);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(part->text, part->size, file, !bitcode);
    if (bitcode) {
        if (LLVMParseBitcodeInContext2(context, buffer, &module))
            module = NULL;
        LLVMDisposeMemoryBuffer(buffer);
    } else if (LLVMParseIRInContext(context, buffer, &module, &message)) { // takes the buffer
        module = NULL;
    }
    if (!module) {
        explain(error, file, message);
    } else if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        explain(error, file, message);
        LLVMDisposeModule(module);
        module = NULL;
    } else if (scalable_module(module)) {
        error_set(error, "%s: scalable vectors are not supported", file);
        LLVMDisposeModule(module);
        module = NULL;
    }
    LLVMDisposeMessage(message);
    return module;
}

static bool is_x86(LLVMModuleRef module, unsigned *bits)
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
static const char *user_name(LLVMModuleRef module, const char *file)
{
    size_t length;
    const char *name = LLVMGetSourceFileName(module, &length);
    return length ? name : file;
}

static bool check_target(LLVMModuleRef module, const char *file, unsigned *bits, struct error *error)
{
    unsigned own;
    if (!is_x86(module, &own) || (own != 32 && own != 64))
        return error_set(error, "%s: the target `%s` is not supported (x86-64 and i386 are)", file,
                         LLVMGetTarget(module));
    if (*bits && own != *bits)
        return error_set(error, "%s: made for pointers of %u bits, not %u", file, own, *bits);
    *bits = own;
    return true;
}

// Leaves natives that replace definitions as declarations.
static void override_definitions(LLVMModuleRef module)
{
    for (unsigned i = 0; i < NATIVE_COUNT; i++) {
        LLVMValueRef function =
            native_facts(i) & FACT_OVERRIDES ? LLVMGetNamedFunction(module, native_name(i)) : NULL;
        if (!function || LLVMIsDeclaration(function))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(function);
        LLVMValueRef declaration = LLVMAddFunction(module, "", type);
        LLVMReplaceAllUsesWith(function, declaration);
        LLVMDeleteFunction(function);
        LLVMSetValueName2(declaration, native_name(i), strlen(native_name(i)));
    }
}

static bool link_into(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *error)
{
    char *name = memory_copy_string(user_name(other, file));
    set_current_file(file);
    bool failed = LLVMLinkModules2(module, other); // takes `other`
    if (failed)
        explain(error, name, "");
    memory_free(name);
    return !failed;
}

static bool defines(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
    LLVMValueRef alias = LLVMGetNamedGlobalAlias(module, name, strlen(name));
    return (function && !LLVMIsDeclaration(function)) || (global && !LLVMIsDeclaration(global)) || alias;
}

static LLVMValueRef definition(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
    return function ? function : global ? global : LLVMGetNamedGlobalAlias(module, name, strlen(name));
}

static bool is_local(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMAppendingLinkage || linkage == LLVMAvailableExternallyLinkage;
}

// The functions, variables and aliases of a module, one after the other; NULL begins, and ends.
static LLVMValueRef next_global(LLVMModuleRef module, LLVMValueRef global)
{
    LLVMValueRef next = NULL;
    bool function = global && LLVMIsAFunction(global), variable = global && LLVMIsAGlobalVariable(global);
    if (!global || function)
        next = global ? LLVMGetNextFunction(global) : LLVMGetFirstFunction(module);
    if (!next && (!global || function || variable))
        next = variable ? LLVMGetNextGlobal(global) : LLVMGetFirstGlobal(module);
    if (!next)
        next = global && !function && !variable ? LLVMGetNextGlobalAlias(global)
                                                : LLVMGetFirstGlobalAlias(module);
    return next;
}

// Whether a linker that has come to `module` would take an archive's member that defines the name.
static bool is_wanted(LLVMModuleRef module, const char *name)
{
    LLVMValueRef known = definition(module, name);
    if (!known)
        return strcmp(name, "main") == 0;
    return LLVMIsDeclaration(known) && LLVMGetLinkage(known) != LLVMExternalWeakLinkage &&
           LLVMGetFirstUse(known);
}

static bool offers(LLVMModuleRef member, LLVMModuleRef module)
{
    for (LLVMValueRef g = next_global(member, NULL); g; g = next_global(member, g))
        if (!LLVMIsDeclaration(g) && !is_local(g) && is_wanted(module, LLVMGetValueName(g)))
            return true;
    return false;
}

// When the program is loaded, the definition of whatever comes first counts for all; what is hidden in a
// library is its own.
static void yield_definitions(LLVMModuleRef library, LLVMModuleRef module)
{
    for (LLVMValueRef g = next_global(library, NULL); g; g = next_global(library, g)) {
        if (LLVMIsDeclaration(g) || is_local(g) || !defines(module, LLVMGetValueName(g)))
            continue;
        LLVMSetLinkage(g, LLVMGetVisibility(g) == LLVMDefaultVisibility ? LLVMLinkOnceAnyLinkage
                                                                        : LLVMInternalLinkage);
        if (LLVMGetLinkage(g) == LLVMInternalLinkage)
            LLVMSetVisibility(g, LLVMDefaultVisibility);
    }
}

// What has been linked so far, and what is still to be linked.
struct input_joining {
    LLVMContextRef context;
    struct parts parts;
    VECTOR(LLVMModuleRef) modules; // of each part; NULL: linked
    LLVMModuleRef whole;           // NULL: nothing yet
};

static bool join(struct input_joining *j, LLVMModuleRef *into, uint32_t number, struct error *error)
{
    LLVMModuleRef next = j->modules.data[number];
    j->modules.data[number] = NULL;
    if (*into)
        return link_into(*into, next, j->parts.list.data[number].name, error);
    *into = next;
    return true;
}

// Links the parts of one library with one another, then the whole with the program.
static bool join_library(struct input_joining *j, uint32_t first, struct error *error)
{
    const struct part *parts = j->parts.list.data;
    LLVMModuleRef library = NULL;
    uint32_t i = first;
    bool good = true;
    for (; good && i < j->parts.list.size && parts[i].group == parts[first].group; i++)
        good = join(j, &library, i, error);
    if (good && j->whole) {
        yield_definitions(library, j->whole);
        good = link_into(j->whole, library, parts[first].name, error);
        library = NULL;
    } else if (good) {
        j->whole = library;
        library = NULL;
    }
    if (library)
        LLVMDisposeModule(library);
    return good;
}

// As linkers do: members that define what is missing, until nothing that is missing is among them.
static bool join_archived(struct input_joining *j, struct error *error)
{
    const struct part *parts = j->parts.list.data;
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < j->parts.list.size; i++) {
            LLVMModuleRef member = j->modules.data[i];
            if (parts[i].kind != PART_ARCHIVED || !member)
                continue;
            if (!j->whole) { // nothing refers to anything yet
                j->whole = LLVMModuleCreateWithNameInContext("", j->context);
                LLVMSetTarget(j->whole, LLVMGetTarget(member));
                LLVMSetModuleDataLayout(j->whole, LLVMGetModuleDataLayout(member));
            }
            if (!offers(member, j->whole))
                continue;
            // An object may hold several sources: it comes as a whole.
            for (uint32_t k = 0; k < j->parts.list.size; k++)
                if (j->modules.data[k] && parts[k].group == parts[i].group &&
                    parts[k].member == parts[i].member && !join(j, &j->whole, k, error))
                    return false;
            again = true;
        }
    }
    return true;
}

// The names of files that were read besides those given, each with a zero.
static bool write_list(const struct parts *parts, const char *path, struct error *error)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    for (uint32_t i = 0; good && i < parts->files.size; i++)
        good = fwrite(parts->files.data[i], strlen(parts->files.data[i]) + 1, 1, file) == 1;
    if (file && fclose(file) != 0)
        good = false;
    return good || error_set(error, "%s: %s", path, strerror(errno));
}

static bool read_parts(struct input_joining *j, const struct input *input, unsigned *bits,
                       struct error *error)
{
    uint32_t group = 0;
    for (uint32_t i = 0; i < input->file_count; i++)
        parts_announce(&j->parts, input->files[i]);
    for (uint32_t i = 0; i < input->file_count; i++)
        if (!parts_read(&j->parts, input->files[i], &group, error))
            return false;
    if (input->list && !write_list(&j->parts, input->list, error))
        return false;
    for (uint32_t i = 0; i < j->parts.list.size; i++) {
        LLVMModuleRef next = read_module(j->context, &j->parts.list.data[i], error);
        if (!next)
            return false;
        vector_push(&j->modules, next);
        if (!check_target(next, j->parts.list.data[i].name, bits, error))
            return false;
        override_definitions(next);
        if (j->parts.list.data[i].embedded && !input->shifts)
            shifts_unchecked(next);
    }
    return true;
}

static bool join_linked(struct input_joining *j, enum part_kind kind, struct error *error)
{
    for (uint32_t i = 0; i < j->parts.list.size; i++)
        if (j->parts.list.data[i].kind == kind && j->modules.data[i] && !join_library(j, i, error))
            return false;
    return true;
}

static bool join_parts(struct input_joining *j, struct error *error)
{
    const struct part *parts = j->parts.list.data;
    for (uint32_t i = 0; i < j->parts.list.size; i++)
        if (parts[i].kind == PART_FILE && !join(j, &j->whole, i, error))
            return false;
    return join_linked(j, PART_PROGRAM, error) && join_linked(j, PART_SHARED, error) &&
           join_archived(j, error);
}

static LLVMModuleRef link_files(LLVMContextRef context, const struct input *input, unsigned *bits,
                                struct error *error)
{
    struct input_joining j = {.context = context};
    bool good = read_parts(&j, input, bits, error) && join_parts(&j, error);
    for (uint32_t i = 0; i < j.modules.size; i++)
        if (j.modules.data[i])
            LLVMDisposeModule(j.modules.data[i]);
    if (!good && j.whole)
        LLVMDisposeModule(j.whole);
    vector_free(&j.modules);
    parts_free(&j.parts);
    return good ? j.whole : NULL;
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
    if (defines(user, LLVMGetValueName(ours)) || is_other_kind(user, ours)) {
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
                         struct error *error)
{
    LLVMMemoryBufferRef buffer = read_buffer(file, error);
    LLVMModuleRef runtime = NULL;
    if (!buffer)
        return false;
    // Bodies are only read for the functions that are linked. The module takes the buffer.
    if (LLVMGetBitcodeModuleInContext2(context, buffer, &runtime)) {
        LLVMDisposeMemoryBuffer(buffer);
        explain(error, file, "");
        return false;
    }
    if (!check_target(runtime, file, &bits, error)) {
        LLVMDisposeModule(runtime);
        return false;
    }
    mark_runtime(context, module, runtime);
    return link_into(module, runtime, file, error);
}

LLVMModuleRef input_read(LLVMContextRef context, const struct input *input, struct error *error)
{
    unsigned bits = input->pointer_bits;
    set_crash_handler(crashed);
    LLVMModuleRef module = link_files(context, input, &bits, error);
    if (module)
        implicit_assertions(module);
    char *runtime = module && input->runtime ? runtime_file(input->runtime, bits) : NULL;
    if (runtime && !link_runtime(context, module, runtime, bits, error)) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    memory_free(runtime);
    if (module)
        set_current_file(user_name(module, input->files[0]));
    set_crash_handler(SIG_DFL);
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
    promote_pieces(module);
    initial_values(module);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(module, "function(mem2reg)", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failed)
        return true;
    char *message = LLVMGetErrorMessage(failed);
    error_set(error, "%s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}
