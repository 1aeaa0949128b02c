#include "analysis/counters.h"

enum {
    LARGEST_STEP = 16,
    LARGEST_START = 1 << 30,
    VALUE_LIMIT = 64, // values that are looked at
};

struct values {
    struct register_value data[VALUE_LIMIT];
    uint32_t size;
};

static bool add(struct values *values, struct register_value value)
{
    for (uint32_t k = 0; k < values->size; k++)
        if (values->data[k].kind == value.kind && values->data[k].number == value.number)
            return true;
    if (values->size == VALUE_LIMIT)
        return false;
    values->data[values->size++] = value;
    return true;
}

static bool is_step(const struct instruction *i)
{
    int32_t by = (int32_t)i->b;
    return (i->op == OP_ADD_I || i->op == OP_SUB_I) && i->width >= 32 && by >= -LARGEST_STEP &&
           by <= LARGEST_STEP;
}

static bool is_start(const struct instruction *i)
{
    int64_t bits = (int64_t)instruction_immediate(i);
    int64_t value = i->width < 64 ? (int64_t)((uint64_t)bits << (64 - i->width)) >> (64 - i->width) : bits;
    return i->op == OP_CONST && value >= -LARGEST_START && value <= LARGEST_START;
}

// Adds what the value comes from; false: from something else.
static bool add_sources(const struct program *program, const struct registers *registers,
                        struct values *values, struct register_value value)
{
    struct register_value source;
    if (value.kind == VALUE_ENTRY)
        return false;
    if (value.kind == VALUE_MERGE) {
        for (uint32_t k = registers->merge_starts[value.number];
             k < registers->merge_starts[value.number + 1]; k++)
            if (!add(values, registers->operands[k]))
                return false;
        return true;
    }
    const struct instruction *i = &program->code[value.number];
    if (is_start(i))
        return true;
    return (i->op == OP_MOVE || is_step(i)) && registers_value(registers, value.number, i->a, &source) &&
           add(values, source);
}

bool counter_is_slow(const struct program *program, const struct registers *registers, uint32_t code)
{
    struct values values = {.size = 0};
    if (!is_step(&program->code[code]) || !add(&values, (struct register_value){VALUE_CODE, code}))
        return false;
    for (uint32_t k = 0; k < values.size; k++)
        if (!add_sources(program, registers, &values, values.data[k]))
            return false;
    return true;
}
