#include "analysis/open_seed.h"

#include "analysis/pointers.h"
#include "analysis/slice.h"

enum {
    VALUES = 1u << DEPENDENCE_DATA | 1u << DEPENDENCE_MEMORY | 1u << DEPENDENCE_ACROSS |
             1u << DEPENDENCE_PARAMETER | 1u << DEPENDENCE_RETURN
};

// Functions of the runtime library: whose results are others in each run; and those that make inputs of what
// comes from such a seed (src/runtime/random.c).
static const char *const sources[] = {PROGRAM_LOOK, PROGRAM_LOOK_ALONE, "getpid", "getppid",
                                      "getpgrp",    "getpgid",          "getsid", "setsid"};
static const char *const drawn[] = {"__runtime_any_number", "__runtime_any_48_bits"};
enum { SOURCES = sizeof sources / sizeof *sources, DRAWN = sizeof drawn / sizeof *drawn };

struct seed_search {
    const struct dependence *dependence;
    uint32_t sources[SOURCES], drawn[DRAWN]; // functions; NO_FUNCTION: the program lacks it
};

static void find_functions(const struct program *program, const char *const *names, unsigned count,
                           uint32_t *functions)
{
    for (unsigned k = 0; k < count; k++)
        functions[k] = program_find_function(program, names[k]);
}

static bool is_among(uint32_t function, const uint32_t *functions, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        if (functions[k] == function)
            return true;
    return false;
}

static bool is_source(const struct seed_search *s, uint32_t code)
{
    const struct calls *calls = s->dependence->calls;
    const struct call_site *site = calls_at(calls, code);
    uint32_t function = calls->function_of[code];
    if (site && site->native == NATIVE_COUNT && !site->entered_count)
        return true; // a function without a body
    if (!site || site->native == NATIVE_COUNT)
        return is_among(function, s->sources, SOURCES);
    enum native_flow flow = natives_effect(site->native)->flow;
    return (flow == FLOW_INPUT || flow == FLOW_INPUT_MEMORY) && !is_among(function, s->drawn, DRAWN);
}

bool open_seed(const struct dependence *dependence, uint32_t code)
{
    const struct program *program = dependence->program;
    uint32_t seed = program->operands[program->code[code].b + 2];
    if (seed & OPERAND_CONSTANT)
        return false;
    struct seed_search s = {.dependence = dependence};
    find_functions(program, sources, SOURCES, s.sources);
    find_functions(program, drawn, DRAWN, s.drawn);
    bool open = points_to_operand(dependence->calls->points_to, code, seed)->size;
    struct slice *slice = slice_new(dependence);
    slice_follow(slice, VALUES);
    slice_add_register(slice, code, seed);
    slice_close(slice, SLICE_BACKWARD);
    for (uint32_t k = 0; k < slice->order.size && !open; k++)
        open = slice->order.data[k] < program->code_count && is_source(&s, slice->order.data[k]);
    slice_free(slice);
    return open;
}
