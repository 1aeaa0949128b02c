#include "analysis/open_seed.h"

#include "analysis/pointers.h"
#include "analysis/slice.h"

enum {
    VALUES = 1u << DEPENDENCE_DATA | 1u << DEPENDENCE_MEMORY | 1u << DEPENDENCE_ACROSS |
             1u << DEPENDENCE_PARAMETER | 1u << DEPENDENCE_RETURN
};

// Functions of the runtime library: whose results are others in each run; and those that make inputs of what
// comes from such a seed (src/runtime/random.c).
static const char *const sources[] = {PROGRAM_LOOK, PROGRAM_LOOK_ALONE, "getpid", "getppid", "getpgrp",
                                      "getpgid",    "getsid",           "setsid", NULL};
static const char *const drawn[] = {"__runtime_any_number", "__runtime_any_48_bits", NULL};

static bool is_one_of(const struct program *program, uint32_t function, const char *const *names)
{
    for (; *names; names++)
        if (function == program_find_function(program, *names))
            return true;
    return false;
}

static bool is_source(const struct dependence *d, uint32_t code)
{
    const struct call_site *site = calls_at(d->calls, code);
    uint32_t function = program_function_at(d->program, code);
    if (site && site->native == NATIVE_COUNT && !site->entered_count)
        return true; // a function without a body
    if (!site || site->native == NATIVE_COUNT)
        return is_one_of(d->program, function, sources);
    enum native_flow flow = natives_effect(site->native)->flow;
    return (flow == FLOW_INPUT || flow == FLOW_INPUT_MEMORY) && !is_one_of(d->program, function, drawn);
}

bool open_seed(const struct dependence *dependence, uint32_t code)
{
    const struct program *program = dependence->program;
    uint32_t seed = program->operands[program->code[code].b + 2];
    if (seed & OPERAND_CONSTANT)
        return false;
    bool open = points_to_operand(dependence->calls->points_to, code, seed)->size;
    struct slice *slice = slice_new(dependence);
    slice_follow(slice, VALUES);
    slice_add_register(slice, code, seed);
    slice_close(slice, SLICE_BACKWARD);
    for (uint32_t k = 0; k < slice->order.size && !open; k++)
        open = slice->order.data[k] < program->code_count && is_source(dependence, slice->order.data[k]);
    slice_free(slice);
    return open;
}
