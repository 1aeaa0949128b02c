#include "analysis/parameter_origin.h"

#include "program/registers.h"

enum { MOST_HANDED_ON = 4 }; // functions that hand a parameter on

// ---- who calls

static bool is_function_in(const uint32_t *list, uint32_t count, uint32_t function)
{
    for (uint32_t k = 0; k < count; k++)
        if (list[k] == function)
            return true;
    return false;
}

// Whether the function is entered by other means than calls by its name: as a thread, when the program begins
// or ends, through a pointer, by a function of the library.
static bool is_entered_otherwise(const struct calls *calls, uint32_t function)
{
    const struct program *p = calls->program;
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(calls->points_to, &count);
    if (function == p->main || function == calls->exit_function ||
        is_function_in(destructors, count, function) ||
        is_function_in(p->constructors, p->constructors_count, function) ||
        is_function_in(p->destructors, p->destructors_count, function))
        return true;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *s = &calls->sites[k];
        bool by_name = p->code[s->code].op == OP_CALL && p->code[s->code].a == function;
        if (is_function_in(calls->functions + s->first_started, s->started_count, function) ||
            (!by_name && is_function_in(calls->functions + s->first_entered, s->entered_count, function)))
            return true;
    }
    return false;
}

// ---- what they pass

static bool find_parameter_origin(const struct calls *calls, uint32_t function, uint32_t parameter,
                                  unsigned handed_on, struct parameter_origin *origin);

static bool find_value_origin(const struct calls *calls, const struct registers *registers, uint32_t code,
                              uint32_t number, unsigned handed_on, struct parameter_origin *origin)
{
    const struct flow *flow = calls_flow_at(calls, code);
    struct register_value value;
    if (!registers_copied(registers, calls->program, code, number, &value))
        return false;
    if (value.kind == VALUE_ENTRY)
        return find_parameter_origin(calls, flow->function, value.number, handed_on + 1, origin);
    *origin = (struct parameter_origin){.flow = flow, .value = value};
    if (value.kind == VALUE_MERGE)
        return !flow->cyclic[registers->merge_nodes[value.number]];
    const struct instruction *i = &calls->program->code[value.number];
    if (i->op == OP_CONST)
        *origin = (struct parameter_origin){.constant = true, .bits = instruction_immediate(i)};
    return origin->constant || !flow->cyclic[flow_node_at(flow, value.number)];
}

static bool find_argument(const struct calls *calls, uint32_t code, uint32_t argument, unsigned handed_on,
                          struct parameter_origin *origin)
{
    const struct program *p = calls->program;
    uint32_t operand;
    if (!call_operand(p, code, argument, &operand))
        return false;
    if (operand & OPERAND_CONSTANT) {
        *origin =
            (struct parameter_origin){.constant = true, .bits = p->constants[operand & ~OPERAND_CONSTANT]};
        return true;
    }
    struct registers *registers = registers_compute(p, calls_flow_at(calls, code));
    bool found = find_value_origin(calls, registers, code, operand, handed_on, origin);
    registers_free(registers);
    return found;
}

static bool find_parameter_origin(const struct calls *calls, uint32_t function, uint32_t parameter,
                                  unsigned handed_on, struct parameter_origin *origin)
{
    uint32_t first = calls->caller_starts[function], end = calls->caller_starts[function + 1];
    if (handed_on > MOST_HANDED_ON || first == end ||
        parameter >= calls->program->functions[function].parameter_words ||
        is_entered_otherwise(calls, function) ||
        !find_argument(calls, calls->sites[calls->callers[first]].code, parameter, handed_on, origin))
        return false;
    for (uint32_t k = first + 1; k < end; k++) {
        struct parameter_origin other;
        if (!origin->constant ||
            !find_argument(calls, calls->sites[calls->callers[k]].code, parameter, handed_on, &other) ||
            !other.constant || other.bits != origin->bits)
            return false;
    }
    return true;
}

bool parameter_origin_find(const struct calls *calls, uint32_t function, uint32_t parameter,
                           struct parameter_origin *origin)
{
    return find_parameter_origin(calls, function, parameter, 0, origin);
}
