// The tables of the program being made, without duplicates.
#include "lower/lower.h"
#include "program/layout.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

// Finds the slot for a hash; the caller compares the candidates.
static uint32_t *interner_first(struct interner *interner, uint64_t hash)
{
    return &interner->slots[hash & (interner->capacity - 1)];
}

static uint32_t *interner_next(struct interner *interner, uint32_t *slot)
{
    return slot + 1 == interner->slots + interner->capacity ? interner->slots : slot + 1;
}

typedef uint64_t rehash_function(struct lowering *l, uint32_t index);

static void interner_reserve(struct lowering *l, struct interner *interner, rehash_function *rehash)
{
    if (interner->count * 2 < interner->capacity)
        return;
    struct interner old = *interner;
    interner->capacity = old.capacity ? memory_doubled(old.capacity) : 256;
    interner->slots = memory_zalloc(interner->capacity, sizeof *interner->slots);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (!old.slots[i])
            continue;
        uint32_t *slot = interner_first(interner, rehash(l, old.slots[i] - 1));
        while (*slot)
            slot = interner_next(interner, slot);
        *slot = old.slots[i];
    }
    memory_free(old.slots);
}

static uint64_t hash_string_at(struct lowering *l, uint32_t offset)
{
    return hash_bytes(l->strings.data + offset, strlen(l->strings.data + offset));
}

uint32_t lower_string(struct lowering *l, const char *text, size_t length)
{
    const char *end = memchr(text, 0, length);
    if (end)
        length = (size_t)(end - text);
    if (!l->strings.size)
        vector_push(&l->strings, 0);
    if (!length)
        return 0;
    interner_reserve(l, &l->string_interner, hash_string_at);
    uint32_t *slot = interner_first(&l->string_interner, hash_bytes(text, length));
    for (; *slot; slot = interner_next(&l->string_interner, slot)) {
        const char *known = l->strings.data + *slot - 1;
        if (strncmp(known, text, length) == 0 && known[length] == 0)
            return *slot - 1;
    }
    uint32_t offset = l->strings.size;
    vector_reserve(&l->strings, (uint64_t)offset + (uint32_t)length + 1);
    memcpy(l->strings.data + offset, text, length);
    l->strings.data[offset + length] = 0;
    l->strings.size += (uint32_t)length + 1;
    *slot = offset + 1;
    l->string_interner.count++;
    return offset;
}

static uint64_t hash_constant_at(struct lowering *l, uint32_t index)
{
    return hash_mix(l->constants.data[index]);
}

uint32_t lower_constant(struct lowering *l, uint64_t value, bool address)
{
    interner_reserve(l, &l->constant_interner, hash_constant_at);
    uint32_t *slot = interner_first(&l->constant_interner, hash_mix(value));
    for (; *slot; slot = interner_next(&l->constant_interner, slot))
        if (l->constants.data[*slot - 1] == value && l->constant_is_address.data[*slot - 1] == address)
            return *slot - 1;
    vector_push(&l->constants, value);
    vector_push(&l->constant_is_address, address);
    *slot = l->constants.size;
    l->constant_interner.count++;
    return l->constants.size - 1;
}

static uint64_t hash_location(const struct location *location)
{
    return hash_combine(hash_combine(location->file, location->line), location->column);
}

static uint64_t hash_location_at(struct lowering *l, uint32_t index)
{
    return hash_location(&l->locations.data[index]);
}

uint32_t lower_location(struct lowering *l, uint32_t file, uint32_t line, uint32_t column)
{
    struct location location = {file, line, column};
    interner_reserve(l, &l->location_interner, hash_location_at);
    uint32_t *slot = interner_first(&l->location_interner, hash_location(&location));
    for (; *slot; slot = interner_next(&l->location_interner, slot))
        if (memcmp(&l->locations.data[*slot - 1], &location, sizeof location) == 0)
            return *slot - 1;
    vector_push(&l->locations, location);
    *slot = l->locations.size;
    l->location_interner.count++;
    return l->locations.size - 1;
}

static uint32_t scope_file(struct lowering *l, LLVMMetadataRef scope)
{
    uint32_t file = scope ? map_get(&l->scopes, scope) : 0;
    if (file != MAP_ABSENT)
        return file;
    LLVMMetadataRef metadata = LLVMDIScopeGetFile(scope);
    unsigned length = 0;
    const char *name = metadata ? LLVMDIFileGetFilename(metadata, &length) : "";
    file = lower_string(l, name, length);
    map_put(&l->scopes, scope, file);
    return file;
}

uint32_t lower_debug_location(struct lowering *l, LLVMMetadataRef location)
{
    if (!location)
        return lower_location(l, 0, 0, 0);
    uint32_t file = scope_file(l, LLVMDILocationGetScope(location));
    return lower_location(l, file, LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
}

struct program *lower_finish(struct lowering *l)
{
    struct program *program = memory_zalloc(1, sizeof *program);
#define TABLE(type, name)                                                                                    \
    program->name = l->name.data;                                                                            \
    program->name##_count = l->name.size;                                                                    \
    l->name.data = NULL;                                                                                     \
    l->name.size = l->name.capacity = 0;
    PROGRAM_TABLES(TABLE)
#undef TABLE
    program->pointer_bits = l->pointer_bits;
    program->main = l->main;
    program->main_parameters = l->main_parameters;
    program->thread_local_count = l->thread_local_count;
    program->globals_end = l->globals_end;
    return program;
}

void lower_release(struct lowering *l)
{
#define TABLE(type, name) vector_free(&l->name);
    PROGRAM_TABLES(TABLE)
#undef TABLE
    for (uint32_t i = 0; i < l->type_infos.size; i++) {
        memory_free(l->type_infos.data[i]->leaves);
        memory_free(l->type_infos.data[i]);
    }
    vector_free(&l->type_infos);
    vector_free(&l->constant_is_address);
    vector_free(&l->code_is_address);
    map_free(&l->types);
    map_free(&l->function_numbers);
    map_free(&l->global_numbers);
    map_free(&l->labels);
    map_free(&l->scopes);
    memory_free(l->string_interner.slots);
    memory_free(l->constant_interner.slots);
    memory_free(l->location_interner.slots);
}
