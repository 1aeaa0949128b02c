#include "predict/recorded_kinds.h"

#include "machine/describe.h"

#include <string.h>

// The name without the number that is put behind one that is taken (counter.3), which may be another one in
// the recorded program.
static size_t plain_length(const char *name)
{
    size_t length = strlen(name), digits = length;
    while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    return digits && digits < length && name[digits - 1] == '.' ? digits - 1 : length;
}

static bool has_same_plain_name(const char *name, const char *other)
{
    size_t length = plain_length(name);
    return length == plain_length(other) && strncmp(name, other, length) == 0;
}

// The name of the program's variable that begins there; NULL: none does.
static const char *variable_at(const struct program *program, uint64_t base)
{
    for (uint32_t i = 0; i < program->globals_count; i++) {
        const struct global *g = &program->globals[i];
        if (!(g->flags & GLOBAL_THREAD_LOCAL) && g->address == base)
            return program_string(program, g->name);
    }
    return NULL;
}

static bool is_stack(const recorded_stacks *stacks, uint64_t native)
{
    for (uint32_t i = 0; i < stacks->size; i++)
        if (native - stacks->data[i].begin < stacks->data[i].size)
            return true;
    return false;
}

bool recorded_kinds_agree(const struct program *program, const struct machine *machine, uint64_t base,
                          const struct recording_names *names, const recorded_stacks *stacks, uint64_t native)
{
    const char *there = recording_symbol_name(names, native);
    if (machine_is_block(machine, base))
        return !there && !is_stack(stacks, native);
    const char *variable = variable_at(program, base);
    if (!variable)
        return !there;
    return there ? has_same_plain_name(variable, there) : !is_stack(stacks, native);
}
