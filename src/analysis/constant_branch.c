#include "analysis/constant_branch.h"

#include "analysis/value_list.h"
#include "base/bit_array.h"
#include "base/sign_extend.h"

enum { DEPTH_LIMIT = 8 }; // operations on constants

struct evaluation {
    const struct program *program;
    const struct registers *registers;
};

static bool evaluate(const struct evaluation *e, struct register_value value, unsigned depth,
                     uint64_t *result);

static uint64_t of_width(uint64_t bits, unsigned width)
{
    return width < 64 ? bits & (((uint64_t)1 << width) - 1) : bits;
}

// What an operation makes of a constant; false: that is not known here.
static bool apply_to_constant(const struct instruction *i, uint64_t operand, uint64_t *result)
{
    uint64_t other = of_width((uint64_t)(int64_t)(int32_t)i->b, i->width);
    switch (i->op) {
    case OP_EQ_I: *result = operand == other; return true;
    case OP_NE_I: *result = operand != other; return true;
    case OP_ULT_I: *result = operand < other; return true;
    case OP_ULE_I: *result = operand <= other; return true;
    case OP_UGT_I: *result = operand > other; return true;
    case OP_UGE_I: *result = operand >= other; return true;
    case OP_SLT_I: *result = sign_extend(operand, i->width) < sign_extend(other, i->width); return true;
    case OP_SLE_I: *result = sign_extend(operand, i->width) <= sign_extend(other, i->width); return true;
    case OP_SGT_I: *result = sign_extend(operand, i->width) > sign_extend(other, i->width); return true;
    case OP_SGE_I: *result = sign_extend(operand, i->width) >= sign_extend(other, i->width); return true;
    case OP_XOR_I: *result = of_width(operand ^ other, i->width); return true;
    case OP_ZEXT: *result = of_width(operand, i->aux); return true;
    case OP_TRUNC: *result = of_width(operand, i->width); return true;
    default: return false;
    }
}

static bool compute_constant(const struct evaluation *e, uint32_t code, unsigned depth, uint64_t *result)
{
    const struct instruction *i = &e->program->code[code];
    struct register_value source;
    uint64_t operand;
    if (i->op == OP_CONST) {
        *result = of_width(instruction_immediate(i), i->width);
        return i->width <= 64;
    }
    return depth < DEPTH_LIMIT && i->width <= 64 && apply_to_constant(i, 0, result) &&
           registers_value(e->registers, code, i->a, &source) && evaluate(e, source, depth + 1, &operand) &&
           apply_to_constant(i, operand, result);
}

static bool evaluate(const struct evaluation *e, struct register_value value, unsigned depth,
                     uint64_t *result)
{
    struct value_list values = {.size = 0};
    bool any = false;
    value_list_add(&values, value);
    for (uint32_t k = 0; k < values.size; k++) {
        struct register_value v = values.data[k];
        uint64_t constant;
        if (v.kind == VALUE_ENTRY)
            return false;
        if (v.kind == VALUE_MERGE || e->program->code[v.number].op == OP_MOVE) {
            if (!value_list_add_sources(&values, e->program, e->registers, v))
                return false;
            continue;
        }
        if (!compute_constant(e, v.number, depth, &constant) || (any && constant != *result))
            return false;
        *result = constant;
        any = true;
    }
    return any;
}

bool constant_branch(const struct program *program, const struct registers *registers, uint32_t code,
                     uint32_t *target)
{
    const struct evaluation e = {program, registers};
    const struct instruction *branch = &program->code[code];
    struct register_value condition;
    uint64_t truth;
    if (!registers_value(registers, code, branch->a, &condition) || !evaluate(&e, condition, 0, &truth))
        return false;
    *target = truth & 1 ? branch->b : branch->d;
    return true;
}

// What the instruction computes from register `a` when control comes to its node from one of those in `from`.
static bool compute_from(const struct evaluation *e, const struct flow *flow, uint32_t code,
                         const uint64_t *from, uint64_t *result)
{
    const struct registers *r = e->registers;
    const struct instruction *i = &e->program->code[code];
    uint32_t node = flow_node_at(flow, code), edge = flow->before.starts[node];
    struct register_value value;
    bool any = false;
    if (node == 0 || i->width > 64 || !apply_to_constant(i, 0, result) ||
        !registers_value(r, code, i->a, &value) || value.kind != VALUE_MERGE ||
        r->merge_nodes[value.number] != node)
        return false;
    for (uint32_t k = r->merge_starts[value.number]; k < r->merge_starts[value.number + 1]; k++, edge++) {
        uint64_t operand, truth;
        if (!bit_array_has(from, flow->before.targets[edge]))
            continue;
        if (!evaluate(e, r->operands[k], 1, &operand) || !apply_to_constant(i, operand, &truth) ||
            (any && truth != *result))
            return false;
        *result = truth;
        any = true;
    }
    return any;
}

bool constant_branch_from(const struct program *program, const struct flow *flow,
                          const struct registers *registers, uint32_t node, const uint64_t *from,
                          uint32_t *target)
{
    const struct evaluation e = {program, registers};
    uint32_t code = flow_last(program, flow, node);
    const struct instruction *branch = &program->code[code];
    struct register_value condition;
    uint64_t truth;
    if (branch->op != OP_BRANCH || !registers_value(registers, code, branch->a, &condition) ||
        condition.kind != VALUE_CODE || flow_node_at(flow, condition.number) != node ||
        !compute_from(&e, flow, condition.number, from, &truth))
        return false;
    *target = truth & 1 ? branch->b : branch->d;
    return true;
}
