#include "lower/sections.h"

#include "base/memory.h"
#include "base/vector.h"
#include "program/layout.h"

#include <llvm-c/Target.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char start[] = "__start_", stop[] = "__stop_";

// Between a section's name and the place of what is in it: the number of its module, and its own there.
#define MARK '#'
#define PLACE_FORMAT "%s#%08x.%08x"
enum { MODULE_DIGITS = 8 };

static bool is_identifier(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return false;
    return length > 0 && !isdigit((unsigned char)text[0]);
}

// The section that the name of a variable is about, or NULL.
static const char *section_of_symbol(LLVMValueRef global)
{
    const char *name = LLVMGetValueName(global);
    const char *section = strncmp(name, start, sizeof start - 1) == 0 ? name + sizeof start - 1
                          : strncmp(name, stop, sizeof stop - 1) == 0 ? name + sizeof stop - 1
                                                                      : NULL;
    return section && LLVMIsDeclaration(global) && is_identifier(section, strlen(section)) ? section : NULL;
}

bool sections_used(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (section_of_symbol(g))
            return true;
    return false;
}

void sections_note(LLVMModuleRef module, uint32_t order)
{
    uint32_t own = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMGetSection(g);
        if (LLVMIsDeclaration(g) || !section || !is_identifier(section, strlen(section)))
            continue;
        char *marked = memory_format(PLACE_FORMAT, section, order, own++);
        LLVMSetSection(g, marked);
        memory_free(marked);
    }
}

// ---- one section

typedef VECTOR(LLVMValueRef) value_list;

// What stands behind the name in the section of a variable that was noted, if it is this one; else NULL.
static const char *place_in(LLVMValueRef global, const char *section)
{
    const char *own = LLVMGetSection(global);
    size_t length = strlen(section);
    bool same = own && strncmp(own, section, length) == 0;
    return same && own[length] == MARK ? own + length + 1 : NULL;
}

static int by_place(const void *a, const void *b)
{
    const char *one = strrchr(LLVMGetSection(*(const LLVMValueRef *)a), MARK),
               *other = strrchr(LLVMGetSection(*(const LLVMValueRef *)b), MARK);
    return strcmp(one, other);
}

// False: there is something in it that cannot be laid out.
static bool collect_section(LLVMModuleRef module, const char *section, value_list *list)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *own = LLVMGetSection(f);
        if (own && strcmp(own, section) == 0)
            return false;
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (!place_in(g, section))
            continue;
        if (LLVMIsThreadLocal(g) || LLVMIsDeclaration(g))
            return false;
        vector_push(list, g);
    }
    if (list->size)
        qsort(list->data, list->size, sizeof *list->data, by_place);
    return list->size > 0;
}

static uint64_t alignment_of(LLVMTargetDataRef layout, LLVMValueRef global)
{
    unsigned stated = LLVMGetAlignment(global);
    return stated ? stated : LLVMABIAlignmentOfType(layout, LLVMGlobalGetValueType(global));
}

// The alignment of the part of the section that one module brings, from variable `first` on.
static uint64_t module_alignment(LLVMTargetDataRef layout, const value_list *list, uint32_t first,
                                 const char *section)
{
    uint64_t most = 1;
    const char *module = place_in(list->data[first], section);
    for (uint32_t i = first; i < list->size; i++) {
        if (strncmp(place_in(list->data[i], section), module, MODULE_DIGITS) != 0)
            break;
        uint64_t own = alignment_of(layout, list->data[i]);
        most = own > most ? own : most;
    }
    return most;
}

// Where each begins, and the end.
static uint64_t *find_offsets(LLVMTargetDataRef layout, const value_list *list, const char *section,
                              uint64_t *most)
{
    uint64_t *offsets = memory_zalloc((size_t)list->size + 1, sizeof *offsets), at = 0;
    *most = 1;
    for (uint32_t i = 0; i < list->size; i++) {
        bool first = i == 0 || strncmp(place_in(list->data[i], section), place_in(list->data[i - 1], section),
                                       MODULE_DIGITS) != 0;
        uint64_t own =
            first ? module_alignment(layout, list, i, section) : alignment_of(layout, list->data[i]);
        *most = own > *most ? own : *most;
        at = offsets[i] = layout_align_up(at, own);
        at += LLVMABISizeOfType(layout, LLVMGlobalGetValueType(list->data[i]));
    }
    offsets[list->size] = at;
    return offsets;
}

static LLVMValueRef byte_address(LLVMValueRef base, uint64_t offset)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(base));
    LLVMTypeRef byte = LLVMInt8TypeInContext(context);
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
    return offset ? LLVMConstInBoundsGEP2(byte, base, &index, 1) : base;
}

// A packed structure of all, and the bytes between them.
static LLVMValueRef make_contents(LLVMContextRef context, const value_list *list, const uint64_t *offsets,
                                  LLVMTargetDataRef layout)
{
    LLVMValueRef *fields = memory_zalloc(2 * (size_t)list->size, sizeof *fields);
    uint64_t at = 0;
    unsigned count = 0;
    for (uint32_t i = 0; i < list->size; i++) {
        LLVMTypeRef type = LLVMGlobalGetValueType(list->data[i]);
        if (offsets[i] > at)
            fields[count++] = LLVMConstNull(LLVMArrayType2(LLVMInt8TypeInContext(context), offsets[i] - at));
        fields[count++] = LLVMGetInitializer(list->data[i]);
        at = offsets[i] + LLVMABISizeOfType(layout, type);
    }
    LLVMValueRef contents = LLVMConstStructInContext(context, fields, count, true);
    memory_free(fields);
    return contents;
}

static void set_symbol(LLVMModuleRef module, const char *prefix, const char *section, LLVMValueRef address)
{
    char *name = memory_format("%s%s", prefix, section);
    LLVMValueRef symbol = LLVMGetNamedGlobal(module, name);
    if (symbol && LLVMIsDeclaration(symbol)) {
        LLVMReplaceAllUsesWith(symbol, address);
        LLVMDeleteGlobal(symbol);
    }
    memory_free(name);
}

// `section` is a copy: the symbols that it came from go.
static void lay_out_section(LLVMModuleRef module, const char *section)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMContextRef context = LLVMGetModuleContext(module);
    value_list list = {0};
    if (!collect_section(module, section, &list)) {
        vector_free(&list);
        return;
    }
    uint64_t alignment, *offsets = find_offsets(layout, &list, section, &alignment);
    LLVMValueRef contents = make_contents(context, &list, offsets, layout);
    char *name = memory_format("section %s", section);
    LLVMValueRef whole = LLVMAddGlobal(module, LLVMTypeOf(contents), name);
    bool constant = true;
    for (uint32_t i = 0; i < list.size; i++)
        constant &= LLVMIsGlobalConstant(list.data[i]) != 0;
    LLVMSetInitializer(whole, contents);
    LLVMSetLinkage(whole, LLVMInternalLinkage);
    LLVMSetAlignment(whole, (unsigned)alignment);
    LLVMSetGlobalConstant(whole, constant);
    for (uint32_t i = 0; i < list.size; i++) {
        LLVMReplaceAllUsesWith(list.data[i], byte_address(whole, offsets[i]));
        LLVMDeleteGlobal(list.data[i]);
    }
    set_symbol(module, start, section, whole);
    set_symbol(module, stop, section, byte_address(whole, offsets[list.size]));
    memory_free(name);
    memory_free(offsets);
    vector_free(&list);
}

// ---- all

// What must be kept by its name need not be any more: what is referred to is.
static void forget_names(LLVMModuleRef module, const char *used)
{
    LLVMValueRef old = LLVMGetNamedGlobal(module, used), array = old ? LLVMGetInitializer(old) : NULL;
    if (!array)
        return;
    LLVMTypeRef pointer = LLVMGetElementType(LLVMTypeOf(array));
    uint64_t count = LLVMGetArrayLength2(LLVMTypeOf(array)), kept = 0;
    LLVMValueRef *members = memory_zalloc(count + 1, sizeof *members);
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef member = LLVMGetAggregateElement(array, (unsigned)i);
        const char *section = LLVMIsAGlobalVariable(member) ? LLVMGetSection(member) : NULL;
        if (!section || !strchr(section, MARK))
            members[kept++] = member;
    }
    LLVMValueRef left = LLVMConstArray2(pointer, members, kept);
    memory_free(members);
    if (kept < count) {
        LLVMDeleteGlobal(old);
        LLVMValueRef made = kept ? LLVMAddGlobal(module, LLVMTypeOf(left), used) : NULL;
        if (made) {
            LLVMSetInitializer(made, left);
            LLVMSetLinkage(made, LLVMAppendingLinkage);
            LLVMSetSection(made, "llvm.metadata");
        }
    }
}

void sections_lay_out(LLVMModuleRef module)
{
    VECTOR(char *) names = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        const char *section = section_of_symbol(g);
        if (section) {
            char *copy = memory_copy_string(section);
            vector_push(&names, copy);
        }
    }
    if (names.size) {
        forget_names(module, "llvm.used");
        forget_names(module, "llvm.compiler.used");
    }
    for (uint32_t i = 0; i < names.size;
         i++) { // both symbols name it: the second time nothing is in it any more
        lay_out_section(module, names.data[i]);
        memory_free(names.data[i]);
    }
    vector_free(&names);
}
