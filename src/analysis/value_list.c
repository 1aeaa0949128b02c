#include "analysis/value_list.h"

bool value_list_add(struct value_list *values, struct register_value value)
{
    for (uint32_t k = 0; k < values->size; k++)
        if (values->data[k].kind == value.kind && values->data[k].number == value.number)
            return true;
    if (values->size == VALUE_LIST_LIMIT)
        return false;
    values->data[values->size++] = value;
    return true;
}

bool value_list_add_sources(struct value_list *values, const struct program *program,
                            const struct registers *registers, struct register_value value)
{
    struct register_value source;
    if (value.kind != VALUE_MERGE)
        return registers_value(registers, value.number, program->code[value.number].a, &source) &&
               value_list_add(values, source);
    for (uint32_t k = registers->merge_starts[value.number]; k < registers->merge_starts[value.number + 1];
         k++)
        if (!value_list_add(values, registers->operands[k]))
            return false;
    return true;
}
