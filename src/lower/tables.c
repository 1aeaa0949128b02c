// The tables of the program being made, without duplicates.
#include "lower/debug_names.h"
#include "lower/lower.h"
#include "program/layout.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint32_t lower_string(struct lowering *l, const char *text, size_t length)
{
    const char *end = memchr(text, 0, length);
    if (end)
        length = (size_t)(end - text);
    if (!l->strings.size)
        vector_push(&l->strings, 0);
    if (!length)
        return 0;
    uint64_t hash = hash_bytes(text, length);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&l->string_index, hash, &at)) != INDEX_NONE;) {
        const char *known = l->strings.data + n;
        if (strncmp(known, text, length) == 0 && known[length] == 0)
            return n;
    }
    uint32_t offset = l->strings.size;
    vector_reserve(&l->strings, (uint64_t)offset + (uint32_t)length + 1);
    memcpy(l->strings.data + offset, text, length);
    l->strings.data[offset + length] = 0;
    l->strings.size += (uint32_t)length + 1;
    index_add(&l->string_index, hash, offset);
    return offset;
}

uint32_t lower_constant(struct lowering *l, uint64_t value, bool address)
{
    uint64_t hash = hash_mix(value);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&l->constant_index, hash, &at)) != INDEX_NONE;)
        if (l->constants.data[n] == value && l->constant_is_address.data[n] == address)
            return n;
    vector_push(&l->constants, value);
    vector_push(&l->constant_is_address, address);
    index_add(&l->constant_index, hash, l->constants.size - 1);
    return l->constants.size - 1;
}

uint32_t lower_location(struct lowering *l, uint32_t file, uint32_t line, uint32_t column)
{
    struct location location = {file, line, column};
    uint64_t hash = hash_combine(hash_combine(file, line), column);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&l->location_index, hash, &at)) != INDEX_NONE;)
        if (memcmp(&l->locations.data[n], &location, sizeof location) == 0)
            return n;
    vector_push(&l->locations, location);
    index_add(&l->location_index, hash, l->locations.size - 1);
    return l->locations.size - 1;
}

// The path of a file that was compiled in another folder than this one, below here if it is; owned by the
// caller.
static char *path_from_here(const char *folder, const char *name)
{
    char here[4096];
    char *whole = memory_format("%s/%s", folder, name), *real = realpath(whole, NULL);
    const char *path = real ? real : whole;
    if (getcwd(here, sizeof here) && here[1]) {
        size_t length = strlen(here);
        if (strncmp(path, here, length) == 0 && path[length] == '/')
            path += length + 1;
    }
    char *found = memory_copy_string(path);
    memory_free(whole);
    free(real);
    return found;
}

static bool is_here(const char *folder)
{
    char here[4096], *real = realpath(folder, NULL);
    bool same = real && getcwd(here, sizeof here) && strcmp(here, real) == 0;
    free(real);
    return same;
}

uint32_t lower_path(struct lowering *l, const char *name, unsigned length, const char *folder,
                    unsigned folder_length)
{
    if (!length || name[0] == '/' || !folder_length)
        return lower_string(l, length ? name : "", length);
    char *own = memory_copy_bytes(folder, folder_length), *relative = memory_copy_bytes(name, length);
    char *path = is_here(own) ? memory_copy_string(relative) : path_from_here(own, relative);
    uint32_t string = lower_string(l, path, strlen(path));
    memory_free(own);
    memory_free(relative);
    memory_free(path);
    return string;
}

static uint32_t name_file(struct lowering *l, LLVMMetadataRef file, bool runtime)
{
    struct debug_file_names names = debug_file_names(l->context, file);
    if (runtime)
        names.folder.length = 0;
    return lower_path(l, names.name.text, names.name.length, names.folder.text, names.folder.length);
}

uint32_t lower_file(struct lowering *l, LLVMMetadataRef file, bool runtime)
{
    uint32_t name = file ? map_get(&l->scopes, file) : 0;
    if (name != MAP_ABSENT)
        return name;
    name = name_file(l, file, runtime);
    map_put(&l->scopes, file, name);
    return name;
}

static uint32_t scope_file(struct lowering *l, LLVMMetadataRef scope)
{
    uint32_t file = scope ? map_get(&l->scopes, scope) : 0;
    if (file != MAP_ABSENT)
        return file;
    file = lower_file(l, LLVMDIScopeGetFile(scope), l->f.runtime);
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
    vector_free(&l->code_is_address);
    map_free(&l->types);
    map_free(&l->function_numbers);
    map_free(&l->global_numbers);
    map_free(&l->labels);
    map_free(&l->scopes);
    map_free(&l->source_type_numbers);
    map_free(&l->variables);
    vector_free(&l->variable_nodes);
    vector_free(&l->source_nodes);
    index_free(&l->source_type_index);
    index_free(&l->string_index);
    index_free(&l->constant_index);
    index_free(&l->location_index);
}
