#include "program/program.h"

#include "base/memory.h"

#include <string.h>
#include <sys/mman.h>

static const struct {
    const char *name, *format;
} opcodes[] = {
#define OPCODE(name, format) {#name, format},
#include "program/opcodes.def"
};

const char *opcode_name(unsigned opcode)
{
    return opcode < OP_COUNT ? opcodes[opcode].name : "?";
}

const char *opcode_format(unsigned opcode)
{
    return opcode < OP_COUNT ? opcodes[opcode].format : "";
}

bool opcode_takes_immediate(unsigned opcode)
{
    return opcode_format(opcode)[2] == 'i';
}

bool opcode_hands_on(unsigned opcode)
{
    switch (opcode) {
    case OP_CONST:
    case OP_MOVE:
    case OP_UNDEF:
    case OP_SELECT:
    case OP_TLS_ADDRESS:
    case OP_FENCE:
    case OP_ALLOCA:
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_STACK_SAVE:
    case OP_STACK_RESTORE:
    case OP_VA_START:
    case OP_VA_END:
    case OP_VA_COPY:
    case OP_JUMP:
    case OP_LOOP:
    case OP_CALL:
    case OP_CALL_INDIRECT:
    case OP_RETURN:
    case OP_UNREACHABLE:
    case OP_UNSUPPORTED: return true;
    default: return false;
    }
}

void program_forget_analyses(struct program *program)
{
    if (program->analyses)
        program->free_analyses(program->analyses);
    program->analyses = NULL;
}

void program_free(struct program *program)
{
    if (!program)
        return;
    program_forget_analyses(program);
    if (program->mapping) {
        munmap(program->mapping, program->mapping_size);
    } else {
#define TABLE(type, name) memory_free(program->name);
        PROGRAM_TABLES(TABLE)
#undef TABLE
    }
    memory_free(program);
}

uint32_t program_find_function(const struct program *program, const char *name)
{
    for (uint32_t i = 0; i < program->functions_count; i++)
        if (strcmp(program_string(program, program->functions[i].name), name) == 0)
            return i;
    return NO_FUNCTION;
}

// A function of the runtime library.
static uint32_t find_runtime(const struct program *program, const char *name)
{
    uint32_t number = program_find_function(program, name);
    bool runtime = number != NO_FUNCTION && program->functions[number].kind == FUNCTION_DEFINED &&
                   program->functions[number].flags & FUNCTION_RUNTIME;
    return runtime ? number : NO_FUNCTION;
}

uint32_t program_exit_function(const struct program *program)
{
    return find_runtime(program, "exit");
}

static bool looks(const struct program *program, const char *name)
{
    return find_runtime(program, name) != NO_FUNCTION;
}

uint32_t program_time_passed(const struct program *program, bool *alone)
{
    *alone = looks(program, PROGRAM_LOOK_ALONE);
    if (!*alone && !looks(program, PROGRAM_LOOK))
        return NO_GLOBAL;
    for (uint32_t i = 0; i < program->globals_count; i++)
        if (program->globals[i].flags & GLOBAL_RUNTIME &&
            strcmp(program_string(program, program->globals[i].name), "__runtime_time_passed") == 0)
            return i;
    return NO_GLOBAL;
}

// Code ranges are disjoint and ascend with the function's index among the defined ones; functions without
// code have an empty range at the place where it would stand, so the ranges of all functions ascend.
uint32_t program_function_at(const struct program *program, uint32_t index)
{
    uint32_t low = 0, high = program->functions_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->functions[middle].end <= index)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < program->functions_count && program->functions[low].first <= index;
    return found ? low : NO_FUNCTION;
}

char *program_place_text(const struct program *program, uint32_t index)
{
    if (index >= program->code_count)
        return memory_copy_string("an unknown place");
    const struct location *l = &program->locations[program->location_of[index]];
    uint32_t f = program_function_at(program, index);
    const char *file = program_string(program, l->file), *slash = strrchr(file, '/');
    return memory_format("%s:%u in %s", slash ? slash + 1 : file, l->line,
                         f == NO_FUNCTION ? "?" : program_string(program, program->functions[f].name));
}

uint32_t program_block_at(const struct program *program, const struct function *function, uint32_t index)
{
    uint32_t low = function->first_block, high = function->end_block;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->blocks[middle].end <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low - function->first_block;
}

uint32_t *program_code_blocks(const struct program *p)
{
    uint32_t *blocks = memory_zalloc((size_t)p->code_count + 1, sizeof *blocks);
    for (uint32_t b = 0; b < p->blocks_count; b++)
        for (uint32_t code = p->blocks[b].first; code < p->blocks[b].end; code++)
            blocks[code] = b;
    return blocks;
}
