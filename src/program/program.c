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

void program_free(struct program *program)
{
    if (!program)
        return;
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
