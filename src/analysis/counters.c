#include "analysis/counters.h"

#include "analysis/value_list.h"
#include "base/sign_extend.h"

enum {
    LARGEST_STEP = 16,
    LARGEST_START = 1 << 30,
};

static bool is_step(const struct instruction *i)
{
    int32_t by = (int32_t)i->b;
    return (i->op == OP_ADD_I || i->op == OP_SUB_I) && i->width >= 32 && by >= -LARGEST_STEP &&
           by <= LARGEST_STEP;
}

static bool is_small_constant(const struct instruction *i)
{
    int64_t value = sign_extend(instruction_immediate(i), i->width);
    return i->op == OP_CONST && value >= -LARGEST_START && value <= LARGEST_START;
}

// Adds what the value comes from; false: from something else.
static bool add_value_sources(const struct program *program, const struct registers *registers,
                              struct value_list *values, struct register_value value)
{
    if (value.kind == VALUE_ENTRY)
        return false;
    if (value.kind != VALUE_MERGE) {
        const struct instruction *i = &program->code[value.number];
        if (is_small_constant(i))
            return true;
        if (i->op != OP_MOVE && !is_step(i))
            return false;
    }
    return value_list_add_sources(values, program, registers, value);
}

bool counter_is_slow(const struct program *program, const struct registers *registers, uint32_t code)
{
    struct value_list values = {.size = 0};
    if (!is_step(&program->code[code]) || !value_list_add(&values, (struct register_value){VALUE_CODE, code}))
        return false;
    for (uint32_t k = 0; k < values.size; k++)
        if (!add_value_sources(program, registers, &values, values.data[k]))
            return false;
    return true;
}
