#include "analysis/same_code.h"

#include "base/rules.h"
#include "program/registers.h"

#include <string.h>

struct same_code_pair {
    const struct version_names *names;
    const struct program *p, *q; // old, new
    const struct function *f, *g;
    bool ways; // of control are compared
};

static struct same_code_pair pair_of(const struct version_names *names, uint32_t f, uint32_t g)
{
    const struct program *p = names->result->programs[VERSION_OLD], *q = names->result->programs[VERSION_NEW];
    return (struct same_code_pair){names, p, q, &p->functions[f], &q->functions[g], true};
}

static bool same_program_string(const struct same_code_pair *c, uint64_t a, uint64_t b)
{
    return strcmp(program_string(c->p, (uint32_t)a), program_string(c->q, (uint32_t)b)) == 0;
}

static bool same_target(const struct same_code_pair *c, uint32_t a, uint32_t b)
{
    return !c->ways || program_block_at(c->p, c->f, a) == program_block_at(c->q, c->g, b);
}

// ---- operands

static bool same_constant(const struct same_code_pair *c, uint32_t a, uint32_t b)
{
    uint64_t x = c->p->constants[a], y = c->q->constants[b];
    if (c->p->constant_is_address[a] != c->q->constant_is_address[b])
        return false;
    return c->p->constant_is_address[a] ? version_names_same_address(c->names, x, y) : x == y;
}

// `words` consecutive constants, or a register.
static bool same_operand(const struct same_code_pair *c, uint32_t a, uint32_t b, uint32_t words)
{
    if ((a ^ b) & OPERAND_CONSTANT)
        return false;
    for (uint32_t w = 0; a & OPERAND_CONSTANT && w < words; w++)
        if (!same_constant(c, (a & ~OPERAND_CONSTANT) + w, (b & ~OPERAND_CONSTANT) + w))
            return false;
    return true;
}

// `first_told`: from this argument on, constants are for a message only.
static bool same_arguments(const struct same_code_pair *c, uint32_t at, uint32_t other, uint32_t first_told)
{
    const uint32_t *a = c->p->operands + at, *b = c->q->operands + other;
    uint32_t fixed = a[0], variadic = a[1];
    if (fixed != b[0] || variadic != b[1])
        return false;
    for (uint32_t k = 0; k < fixed; k++)
        if (!(k >= first_told && a[2 + k] & b[2 + k] & OPERAND_CONSTANT) &&
            !same_operand(c, a[2 + k], b[2 + k], 1))
            return false;
    a += 2 + fixed;
    b += 2 + fixed;
    for (uint32_t k = 0; k < variadic; k++, a += 2, b += 2) {
        uint32_t words = a[1] & OPERAND_BYVAL ? 1 : (OPERAND_SIZE(a[1]) + 7) / 8;
        if (a[1] != b[1] || !same_operand(c, a[0], b[0], words))
            return false;
    }
    return true;
}

static bool same_switch(const struct same_code_pair *c, uint32_t at, uint32_t other, bool with_values)
{
    const uint32_t *a = c->p->operands + at, *b = c->q->operands + other;
    if (a[0] != b[0] || !same_target(c, a[1], b[1]))
        return false;
    for (uint32_t k = 0; k < a[0]; k++)
        if ((with_values && !same_constant(c, a[2 + 2 * k], b[2 + 2 * k])) ||
            !same_target(c, a[3 + 2 * k], b[3 + 2 * k]))
            return false;
    return true;
}

static bool same_site(const struct same_code_pair *c, uint64_t a, uint64_t b)
{
    const struct site *s = &c->p->sites[a], *t = &c->q->sites[b];
    return s->size == t->size && s->alignment == t->alignment && s->grows == t->grows;
}

static bool names_address(const struct instruction *i)
{
    return i->op == OP_LOAD_G || i->op == OP_STORE_G || (i->op == OP_CONST && i->aux & CONST_ADDRESS);
}

// ---- operations

static bool same_call(const struct same_code_pair *c, const struct instruction *i,
                      const struct instruction *j)
{
    const uint32_t *a = c->p->operands, *b = c->q->operands;
    uint32_t first_told = !counterpart_reports(i) ? UINT32_MAX : native_facts(i->a) & FACT_CONDITION ? 1 : 0;
    if ((i->d == NO_REGISTER) != (j->d == NO_REGISTER) || !same_arguments(c, i->b, j->b, first_told))
        return false;
    switch (i->op) {
    case OP_CALL:
        return c->names->result->functions[VERSION_OLD][i->a] == j->a || !rule_holds(RULE_EDIT_NAMES);
    case OP_CALL_NATIVE: return i->a == j->a;
    default:
        return same_program_string(c, a[program_call_signature(a, i->b)], b[program_call_signature(b, j->b)]);
    }
}

// The fields that the format says are immediate.
static bool same_immediates(const struct same_code_pair *c, const struct instruction *i,
                            const struct instruction *j)
{
    for (const char *format = opcode_format(i->op); *format; format++) {
        switch (*format) {
        case 'i':
            if (i->b != j->b)
                return false;
            break;
        case 'j':
            if (i->d != j->d)
                return false;
            break;
        case 'q':
            if (names_address(i) ? !version_names_same_address(c->names, instruction_immediate(i),
                                                               instruction_immediate(j))
                                 : instruction_immediate(i) != instruction_immediate(j))
                return false;
            break;
        default: break;
        }
    }
    return true;
}

// Instructions of one operation, width and kind.
static bool same_operands(const struct same_code_pair *c, const struct instruction *i,
                          const struct instruction *j)
{
    uint64_t q = instruction_immediate(i), r = instruction_immediate(j);
    switch (i->op) {
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: return same_call(c, i, j);
    case OP_JUMP: return c->ways && same_target(c, i->b, j->b); // else it means nothing by itself
    case OP_BRANCH: return same_target(c, i->b, j->b) && same_target(c, i->d, j->d);
    case OP_SWITCH: return same_switch(c, i->b, j->b, true);
    case OP_ALLOCA: return same_site(c, q, r);
    case OP_ALLOCA_DYN: return same_site(c, i->b, j->b);
    case OP_TLS_ADDRESS: return version_names_same_local(c->names, q, r);
    case OP_UNDEF:
    case OP_UNSUPPORTED: return same_program_string(c, q, r);
    default: return same_immediates(c, i, j);
    }
}

bool same_operation(const struct version_names *names, uint32_t old_code, uint32_t new_code, bool ways)
{
    const struct program *p = names->result->programs[VERSION_OLD], *q = names->result->programs[VERSION_NEW];
    const struct instruction *i = &p->code[old_code], *j = &q->code[new_code];
    if (i->op == j->op && !rule_holds(RULE_EDIT_CONSTANTS))
        return true;
    if (i->op != j->op || i->width != j->width || i->aux != j->aux)
        return false; // most are not: only then is it looked up where they stand
    struct same_code_pair c =
        pair_of(names, program_function_at(p, old_code), program_function_at(q, new_code));
    c.ways = ways;
    return same_operands(&c, i, j);
}

// ---- control flow

// The last instruction of a block, not its EXTRA.
static const struct instruction *last_of(const struct program *p, const struct block *block)
{
    const struct instruction *last = &p->code[block->end - 1];
    return last->op == OP_EXTRA ? last - 1 : last;
}

static bool same_ways(const struct same_code_pair *c, const struct instruction *i,
                      const struct instruction *j)
{
    if (!opcode_ends_block(i->op) && !opcode_ends_block(j->op))
        return true; // both fall through to the next block
    if (i->op != j->op)
        return false;
    switch (i->op) {
    case OP_JUMP: return same_target(c, i->b, j->b);
    case OP_BRANCH: return same_target(c, i->b, j->b) && same_target(c, i->d, j->d);
    case OP_SWITCH: return same_switch(c, i->b, j->b, false);
    default: return true;
    }
}

bool same_control_flow(const struct version_names *names, uint32_t old_function, uint32_t new_function)
{
    struct same_code_pair c = pair_of(names, old_function, new_function);
    uint32_t count = c.f->end_block - c.f->first_block;
    if (count != c.g->end_block - c.g->first_block)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!same_ways(&c, last_of(c.p, &c.p->blocks[c.f->first_block + k]),
                       last_of(c.q, &c.q->blocks[c.g->first_block + k])))
            return false;
    return true;
}
