// Lays out the globals (program/layout.h) and writes their initial bytes.
#include "lower/lower.h"
#include "lower/source_types.h"
#include "program/layout.h"

#include <llvm-c/DebugInfo.h>

static bool is_directive(LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    return strncmp(name, "llvm.", 5) == 0;
}

static bool is_runtime_global(LLVMValueRef global)
{
    const char *section = LLVMGetSection(global);
    return section && strcmp(section, RUNTIME_SECTION) == 0;
}

// A variable of the runtime library that the program leaves alone: reading it is no access to shared memory.
static bool is_only_read(LLVMValueRef global)
{
    for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use))
        if (!LLVMIsALoadInst(LLVMGetUser(use)))
            return false;
    return true;
}

static uint32_t global_location(struct lowering *l, LLVMValueRef global)
{
    unsigned length = 0, folder_length = 0, line = LLVMGetDebugLocLine(global);
    if (!line)
        return lower_location(l, 0, 0, 0);
    const char *file = LLVMGetDebugLocFilename(global, &length);
    const char *folder = is_runtime_global(global) ? "" : LLVMGetDebugLocDirectory(global, &folder_length);
    return lower_location(l, file ? lower_path(l, file, length, folder, folder_length) : 0, line, 0);
}

// Bytes of a variable of which only a declaration without a size is known, as `extern int a[];`: its elements
// are to be told from other variables.
#define ASSUMED_SIZE 65536u

static struct global describe_global(struct lowering *l, LLVMValueRef value)
{
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    bool sized = LLVMTypeIsSized(type);
    struct global global = {.name = lower_string(l, name, length), .location = global_location(l, value)};
    uint64_t abi = sized ? LLVMABIAlignmentOfType(l->layout, type) : 1, stated = LLVMGetAlignment(value);
    global.size = sized ? LLVMABISizeOfType(l->layout, type) : 0;
    global.alignment = stated ? stated : abi;
    bool runtime = is_runtime_global(value), local = LLVMIsThreadLocal(value);
    bool constant = LLVMIsGlobalConstant(value) || (runtime && !local && is_only_read(value));
    global.flags = (constant ? GLOBAL_CONSTANT : 0u) | (local ? GLOBAL_THREAD_LOCAL : 0u) |
                   (runtime ? GLOBAL_RUNTIME : 0u);
    global.type = runtime ? 0 : source_type_of_global(l, value);
    if (LLVMIsDeclaration(value)) {
        global.flags |= GLOBAL_EXTERNAL | GLOBAL_ZERO;
        global.size = global.size ? global.size : ASSUMED_SIZE;
    }
    return global;
}

// Places an object: those bigger than a quarter of a chunk get chunks of their own, others do not cross a
// boundary.
static uint64_t place_global(struct lowering *l, uint64_t *cursor, uint64_t size, uint64_t alignment)
{
    uint64_t chunk = UINT64_C(1) << layout_chunk_bits(l->pointer_bits);
    uint64_t start = layout_start(*cursor, alignment);
    if (size > chunk / 4) {
        start = layout_start(layout_align_up(*cursor, chunk), alignment);
        *cursor = layout_align_up(layout_after(start, size, l->pointer_bits), chunk);
        return start;
    }
    if (start / chunk != (layout_after(start, size, l->pointer_bits) - 1) / chunk)
        start = layout_start(layout_align_up(start, chunk), alignment);
    *cursor = layout_after(start, size, l->pointer_bits);
    return start;
}

static bool is_literal(LLVMValueRef global)
{
    size_t length;
    return LLVMGetValueName2(global, &length)[0] == '.';
}

static void number_global(struct lowering *l, LLVMValueRef value, uint64_t *cursor, uint64_t limit)
{
    struct global global = describe_global(l, value);
    if (global.size > limit || *cursor > limit) // sums would wrap around
        *cursor = limit + 1;
    else if (global.flags & GLOBAL_THREAD_LOCAL)
        global.address = l->thread_local_count++;
    else
        global.address = place_global(l, cursor, global.size, global.alignment);
    map_put(&l->global_numbers, value, l->globals.size);
    vector_push(&l->globals, global);
}

// Literals lie behind all variables, so that an edited text moves none of these (analysis/counterparts.h).
static void number_globals(struct lowering *l)
{
    uint64_t cursor = UINT64_C(1) << layout_chunk_bits(l->pointer_bits);
    uint64_t limit = l->pointer_bits == 64 ? UINT64_C(1) << 47 : UINT64_C(1) << 31;
    for (unsigned literals = 0; literals < 2; literals++)
        for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
            if (is_literal(g) == (literals == 1) && !is_directive(g) && !is_missing(l, g))
                number_global(l, g, &cursor, limit);
    l->globals_end = cursor;
    if (cursor > limit)
        error_set(l->error, "the global variables are too big");
}

static void initialise_global(struct lowering *l, LLVMValueRef value, struct global *global)
{
    LLVMValueRef initialiser = LLVMGetInitializer(value);
    const char *why = NULL;
    if (!initialiser || LLVMIsNull(initialiser) || LLVMIsUndef(initialiser) || !global->size) {
        global->flags |= GLOBAL_ZERO;
        return;
    }
    if (global->size > UINT32_MAX / 2 - l->data.size) {
        error_set(l->error, "the initial values of the global variables are too big");
        return;
    }
    global->data = l->data.size;
    vector_reserve(&l->data, (uint64_t)l->data.size + (uint32_t)global->size);
    memset(l->data.data + l->data.size, 0, global->size);
    if (!constant_bytes(l, initialiser, l->data.data + l->data.size, &why))
        error_set(l->error, "the initial value of `%s` is not supported: %s", l->strings.data + global->name,
                  why ? why : "the address of a thread-local variable");
    l->data.size += (uint32_t)global->size;
}

void globals_lower(struct lowering *l)
{
    number_globals(l);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g && !l->error->message; g = LLVMGetNextGlobal(g)) {
        uint32_t number = map_get(&l->global_numbers, g);
        if (number != MAP_ABSENT && !LLVMIsDeclaration(g))
            initialise_global(l, g, &l->globals.data[number]);
    }
}
