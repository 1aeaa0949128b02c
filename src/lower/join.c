#include "lower/join.h"

#include "lower/entries.h"
#include "lower/modules.h"
#include "lower/reach.h"
#include "lower/sections.h"
#include "lower/shifts.h"
#include "program/cache.h"

#include <llvm-c/Target.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static LLVMValueRef definition(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
    return function ? function : global ? global : LLVMGetNamedGlobalAlias(module, name, strlen(name));
}

// Whether a linker that has come to `module` would take an archive's member that defines the name.
static bool is_wanted_definition(LLVMModuleRef module, const char *name)
{
    LLVMValueRef known = definition(module, name);
    if (!known)
        return strcmp(name, "main") == 0;
    bool open = LLVMIsDeclaration(known) || LLVMGetLinkage(known) == LLVMAvailableExternallyLinkage;
    return open && LLVMGetLinkage(known) != LLVMExternalWeakLinkage && LLVMGetFirstUse(known);
}

static bool offers(LLVMModuleRef member, LLVMModuleRef module)
{
    for (LLVMValueRef g = reach_next(member, NULL); g; g = reach_next(member, g))
        if (!LLVMIsDeclaration(g) && !reach_is_local(g) && is_wanted_definition(module, LLVMGetValueName(g)))
            return true;
    return false;
}

// When the program is loaded, the definition of whatever comes first counts for all; what is hidden in a
// library is its own.
static void yield_definitions(LLVMModuleRef library, LLVMModuleRef module)
{
    for (LLVMValueRef g = reach_next(library, NULL); g; g = reach_next(library, g)) {
        if (LLVMIsDeclaration(g) || reach_is_local(g) || !module_defines(module, LLVMGetValueName(g)))
            continue;
        LLVMSetLinkage(g, LLVMGetVisibility(g) == LLVMDefaultVisibility ? LLVMLinkOnceAnyLinkage
                                                                        : LLVMInternalLinkage);
        if (LLVMGetLinkage(g) == LLVMInternalLinkage)
            LLVMSetVisibility(g, LLVMDefaultVisibility);
    }
}

#define NO_PART UINT32_MAX

// What has been linked so far, and what is still to be linked.
struct input_joining {
    LLVMContextRef context;
    struct parts parts;
    VECTOR(LLVMModuleRef) modules; // of each part; NULL: linked
    LLVMModuleRef whole;           // NULL: nothing yet
    uint32_t joined;               // so many parts have been linked
    bool native;                   // see input.h
    uint32_t last;                 // the part of which only what is needed is read; NO_PART: none
};

// The file that defines what one part defines once more, owned by the caller; NULL: not found. It was linked,
// so it is read again.
static char *other_definer(struct input_joining *j, uint32_t number, const char *name)
{
    char *file = NULL;
    for (uint32_t i = 0; i < j->parts.list.size && !file; i++) {
        struct error ignored = {0};
        const struct part *part = &j->parts.list.data[i];
        LLVMModuleRef other =
            i == number || j->modules.data[i] ? NULL : module_read(j->context, part, &ignored);
        LLVMValueRef known = other && module_defines(other, name) ? definition(other, name) : NULL;
        if (known && !reach_is_local(known))
            file = memory_copy_string(module_user_name(other, part->name));
        if (other)
            LLVMDisposeModule(other);
        error_free(&ignored);
    }
    return file;
}

// Says that the part, compiled from `file`, defines what another one defines, too. Returns false.
static bool say_twice(struct input_joining *j, uint32_t number, const char *file, const char *name,
                      struct error *error)
{
    char *other = other_definer(j, number, name);
    error_free(error);
    error_set(error, "%s: '%s' is defined in %s, too", file, name, other ? other : "another of the files");
    memory_free(other);
    return false;
}

static bool join_module(struct input_joining *j, LLVMModuleRef *into, uint32_t number, struct error *error)
{
    LLVMModuleRef next = j->modules.data[number];
    j->modules.data[number] = NULL;
    if (!j->native)
        sections_note(next, j->joined++);
    if (!*into) {
        *into = next;
        return true;
    }
    char *file = memory_copy_string(module_user_name(next, j->parts.list.data[number].name));
    bool linked = module_link(*into, next, j->parts.list.data[number].name, error);
    if (!linked && module_defined_twice())
        say_twice(j, number, file, module_defined_twice(), error);
    memory_free(file);
    return linked;
}

// Links the parts of one library with one another, then the whole with the program.
static bool join_library(struct input_joining *j, uint32_t first, struct error *error)
{
    const struct part *parts = j->parts.list.data;
    LLVMModuleRef library = NULL;
    uint32_t i = first;
    bool good = true;
    for (; good && i < j->parts.list.size && parts[i].group == parts[first].group; i++)
        good = join_module(j, &library, i, error);
    if (good && !j->native)
        sections_lay_out(library);
    if (good && j->whole) {
        yield_definitions(library, j->whole);
        good = module_link(j->whole, library, parts[first].name, error);
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
                    parts[k].member == parts[i].member && !join_module(j, &j->whole, k, error))
                    return false;
            again = true;
        }
    }
    return true;
}

static bool write_name(FILE *file, enum dependency_sign sign, const char *name)
{
    return putc((int)sign, file) != EOF && fwrite(name, strlen(name) + 1, 1, file) == 1;
}

// The names of files that were read besides those given, and of those that were not found, each with a zero.
static bool write_dependency_list(const struct parts *parts, const char *path, struct error *error)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    for (uint32_t i = 0; good && i < parts->files.size; i++)
        good = write_name(file, DEPENDENCY_READ, parts->files.data[i]);
    for (uint32_t i = 0; good && i < parts->absent.size; i++)
        good = write_name(file, DEPENDENCY_ABSENT, parts->absent.data[i]);
    if (file && fclose(file) != 0)
        good = false;
    return good || error_set(error, "%s: %s", path, strerror(errno));
}

// The biggest part, if all are files: it is linked last, when all that can refer to it is known.
static uint32_t choose_last(const struct parts *parts)
{
    uint32_t last = NO_PART;
    for (uint32_t i = 0; i < parts->list.size; i++) {
        const struct part *part = &parts->list.data[i];
        if (part->kind != PART_FILE)
            return NO_PART;
        if (module_is_bitcode(part) && (last == NO_PART || part->size >= parts->list.data[last].size))
            last = i;
    }
    return last;
}

static bool read_module_part(struct input_joining *j, uint32_t number, bool later, const struct input *input,
                             unsigned *bits, struct error *error)
{
    const struct part *part = &j->parts.list.data[number];
    LLVMModuleRef module =
        later ? module_read_later(j->context, part, error) : module_read(j->context, part, error);
    j->modules.data[number] = module;
    if (!module || !module_check_target(module, part->name, bits, error))
        return false;
    if (!input->native)
        module_override(module, input->own_errors);
    if (part->embedded && !input->shifts)
        shifts_mark(module);
    return true;
}

static bool read_module_parts(struct input_joining *j, const struct input *input, unsigned *bits,
                              struct error *error)
{
    uint32_t group = 0;
    for (uint32_t i = 0; i < input->file_count; i++)
        parts_announce(&j->parts, input->files[i]);
    for (uint32_t i = 0; i < input->file_count; i++)
        if (!parts_read(&j->parts, input->files[i], &group, error))
            return false;
    if (input->list && !write_dependency_list(&j->parts, input->list, error))
        return false;
    j->last = input->native ? NO_PART : choose_last(&j->parts);
    vector_reserve(&j->modules, j->parts.list.size);
    for (uint32_t i = 0; i < j->parts.list.size; i++) {
        vector_push(&j->modules, NULL);
        if (!read_module_part(j, i, i == j->last, input, bits, error))
            return false;
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

static bool has_main_definition(const struct input_joining *j)
{
    for (uint32_t i = 0; i < j->modules.size; i++)
        if (j->modules.data[i] && module_defines(j->modules.data[i], "main"))
            return true;
    return j->whole && module_defines(j->whole, "main");
}

// Constructors run in the order of the files.
static bool has_constructors(LLVMModuleRef module)
{
    return LLVMGetNamedGlobal(module, "llvm.global_ctors") || LLVMGetNamedGlobal(module, "llvm.global_dtors");
}

static bool is_weak(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage;
}

// Of weak definitions the one in the first file counts, when no other is strong.
static bool has_first_weak(struct input_joining *j, uint32_t number)
{
    LLVMModuleRef module = j->modules.data[number];
    for (LLVMValueRef g = reach_next(module, NULL); g; g = reach_next(module, g))
        for (uint32_t i = number + 1; is_weak(g) && i < j->modules.size; i++)
            if (module_defines(j->modules.data[i], LLVMGetValueName(g)))
                return true;
    return false;
}

// A linker takes all of a file, and only then leaves out what nothing refers to. Made to be taken on demand,
// definitions that nothing refers to are not read at all; that two files define the same has to be seen here,
// then. Where they are to take the place of a weak one, they stay as they are.
static bool weaken(struct input_joining *j, LLVMModuleRef last, const char *name, struct error *error)
{
    LLVMModuleRef whole = j->whole;
    for (LLVMValueRef g = reach_next(last, NULL); g; g = reach_next(last, g)) {
        const char *symbol = LLVMGetValueName(g);
        LLVMValueRef known = definition(whole, symbol);
        if (LLVMIsDeclaration(g) || LLVMGetLinkage(g) != LLVMExternalLinkage)
            continue;
        bool defined = known && !LLVMIsDeclaration(known);
        if (defined && LLVMGetLinkage(known) == LLVMExternalLinkage)
            return say_twice(j, j->last, module_user_name(last, name), symbol, error);
        if (defined)
            continue;
        LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
        if (!known && reach_is_root(symbol))
            LLVMAddFunction(whole, symbol, LLVMGlobalGetValueType(g));
    }
    return true;
}

// What was weakened is as it was written again.
static void strengthen(LLVMModuleRef module)
{
    for (LLVMValueRef g = reach_next(module, NULL); g; g = reach_next(module, g))
        if (LLVMGetLinkage(g) == LLVMLinkOnceAnyLinkage)
            LLVMSetLinkage(g, LLVMExternalLinkage);
}

static bool join_last(struct input_joining *j, struct error *error)
{
    const char *name = j->parts.list.data[j->last].name;
    LLVMModuleRef last = j->modules.data[j->last];
    if (!j->whole) {
        j->whole = LLVMModuleCreateWithNameInContext(name, j->context);
        LLVMSetTarget(j->whole, LLVMGetTarget(last));
        LLVMSetModuleDataLayout(j->whole, LLVMGetModuleDataLayout(last));
        size_t length;
        const char *source = LLVMGetSourceFileName(last, &length);
        LLVMSetSourceFileName(j->whole, source, length);
    }
    if (!weaken(j, last, name, error) || !join_module(j, &j->whole, j->last, error) ||
        !module_verify(j->whole, name, error))
        return false;
    strengthen(j->whole);
    return true;
}

// Whether there is a part of which only what is needed is linked. If not, the part that was chosen is read as
// all are.
static bool settle_last(struct input_joining *j, const struct input *input, unsigned *bits,
                        struct error *error)
{
    uint32_t last = j->last;
    if (last == NO_PART)
        return true;
    bool behind =
        (last + 1 < j->parts.list.size && has_constructors(j->modules.data[last])) || has_first_weak(j, last);
    for (uint32_t i = 0; i < j->modules.size; i++)
        behind |= sections_used(j->modules.data[i]); // whatever is in one is needed, and its order
    if (has_main_definition(j) && !behind)
        return true;
    j->last = NO_PART;
    LLVMDisposeModule(j->modules.data[last]);
    j->modules.data[last] = NULL;
    return read_module_part(j, last, false, input, bits, error);
}

static bool join_parts(struct input_joining *j, struct error *error)
{
    for (uint32_t i = 0; i < j->parts.list.size; i++)
        if (j->parts.list.data[i].kind == PART_FILE && i != j->last && !join_module(j, &j->whole, i, error))
            return false;
    if (j->last != NO_PART && !join_last(j, error))
        return false;
    if (!join_linked(j, PART_PROGRAM, error) || !join_linked(j, PART_SHARED, error) ||
        !join_archived(j, error))
        return false;
    if (j->whole && !j->native)
        sections_lay_out(j->whole);
    return j->native || !has_main_definition(j) || reach_reduce(j->whole, error);
}

// What --entry names is called by a main of ours.
static bool add_entry_main(struct input_joining *j, const struct input *input, struct error *error)
{
    struct entries_place place = {j->modules.data, j->modules.size};
    if (!input->entry_count)
        return true;
    j->whole = entries_make(&place, input->entries, input->entry_count, error);
    return j->whole != NULL;
}

LLVMModuleRef join_files(LLVMContextRef context, const struct input *input, unsigned *bits,
                         struct error *error)
{
    struct input_joining j = {.context = context, .native = input->native};
    bool good = read_module_parts(&j, input, bits, error) && settle_last(&j, input, bits, error) &&
                add_entry_main(&j, input, error) && join_parts(&j, error);
    if (good && !input->shifts)
        shifts_unchecked(j.whole);
    for (uint32_t i = 0; i < j.modules.size; i++)
        if (j.modules.data[i])
            LLVMDisposeModule(j.modules.data[i]);
    if (!good && j.whole)
        LLVMDisposeModule(j.whole);
    vector_free(&j.modules);
    parts_free(&j.parts);
    return good ? j.whole : NULL;
}
