#include "analysis/address_numbers.h"

#include "analysis/address_use.h"
#include "analysis/printed_addresses.h"
#include "analysis/registers.h"
#include "base/bit_array.h"

static uint64_t *all_of(uint32_t count)
{
    uint64_t *set = bit_array_new(count);
    for (uint32_t k = 0; k < count; k++)
        bit_array_add(set, k);
    return set;
}

static uint32_t find_in_function(const struct address_question *any, const struct flow *flow,
                                 const struct function *function, const struct registers *registers)
{
    for (uint32_t code = function->first; code < function->end; code = code_next(any->program, code))
        if (flow->reachable[flow_node_at(flow, code)] &&
            (address_use_at(any, registers, code) == ADDRESS_USE_NUMBER ||
             printed_address_at(any->points_to, any->program, code)))
            return code;
    return NO_CODE;
}

uint32_t address_numbers_find(const struct calls *calls)
{
    const struct program *p = calls->program;
    uint64_t *globals = all_of(p->globals_count), *functions = all_of(p->functions_count);
    const struct address_question any = {p, calls->points_to, globals, functions, true, NULL};
    uint32_t found = NO_CODE;
    for (uint32_t f = 0; f < p->functions_count && found == NO_CODE; f++) {
        const struct function *function = &p->functions[f];
        if (function->kind != FUNCTION_DEFINED || function->flags & FUNCTION_RUNTIME ||
            !points_to_reachable(calls->points_to, f))
            continue;
        struct registers *registers = registers_compute(p, calls->flows[f]);
        found = find_in_function(&any, calls->flows[f], function, registers);
        registers_free(registers);
    }
    memory_free(globals);
    memory_free(functions);
    return found;
}
