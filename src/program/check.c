// program_check: the invariants at the head of program.h. A stored program passed its hash, so what is found
// here is a mistake of the front end; the machine relies on none being left.
#include "program/layout.h"
#include "program/registers.h"
#include "program/signature.h"

#include <string.h>

struct check {
    const struct program *program;
    const struct function *function;
    uint32_t index; // of the instruction looked at
    struct error *error;
    bool failed;
};

static void fail_check(struct check *c, const char *what)
{
    if (!c->failed && c->function)
        error_set(c->error, "program: %s in instruction %u (%s) of %s", what, c->index,
                  opcode_name(c->program->code[c->index].op), program_string(c->program, c->function->name));
    else if (!c->failed)
        error_set(c->error, "program: %s", what);
    c->failed = true;
}

static void check_register(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct check *c = context;
    (void)role;
    if (*number >= c->function->register_count || words > c->function->register_count - *number)
        fail_check(c, "register out of range");
}

static void check_branch_target(struct check *c, uint32_t target)
{
    if (target < c->function->first || target >= c->function->end)
        fail_check(c, "branch target outside the function");
    else if (c->program->code[target].op == OP_EXTRA)
        fail_check(c, "branch to EXTRA");
}

static void check_operand(struct check *c, uint32_t operand, uint32_t words)
{
    if ((operand & OPERAND_CONSTANT) &&
        (operand & ~OPERAND_CONSTANT) + (uint64_t)words > c->program->constants_count)
        fail_check(c, "constant out of range");
}

static bool check_call_list(struct check *c, uint32_t list)
{
    const struct program *p = c->program;
    if (list + UINT64_C(2) > p->operands_count ||
        list + UINT64_C(2) + p->operands[list] + UINT64_C(2) * p->operands[list + 1] > p->operands_count) {
        fail_check(c, "operand list out of range");
        return false;
    }
    const uint32_t *fixed = p->operands + list + 2, *pair = fixed + p->operands[list];
    for (uint32_t k = 0; k < p->operands[list]; k++)
        check_operand(c, fixed[k], 1);
    for (uint32_t k = 0; k < p->operands[list + 1]; k++, pair += 2)
        check_operand(c, pair[0], (pair[1] & OPERAND_BYVAL) ? 1 : (OPERAND_SIZE(pair[1]) + 7) / 8);
    return true;
}

static void check_switch(struct check *c, uint32_t table)
{
    const struct program *p = c->program;
    if (table + UINT64_C(2) > p->operands_count ||
        table + UINT64_C(2) + UINT64_C(2) * p->operands[table] > p->operands_count) {
        fail_check(c, "switch table out of range");
        return;
    }
    check_branch_target(c, p->operands[table + 1]);
    const uint32_t *pair = p->operands + table + 2;
    for (uint32_t k = 0; k < p->operands[table]; k++, pair += 2) {
        if (pair[0] >= p->constants_count)
            fail_check(c, "switch constant out of range");
        else if (k && p->constants[pair[-2]] >= p->constants[pair[0]])
            fail_check(c, "switch table not sorted");
        check_branch_target(c, pair[1]);
    }
}

static void check_call(struct check *c, const struct instruction *i)
{
    const struct program *p = c->program;
    if (i->op == OP_CALL) {
        if (i->a >= p->functions_count)
            fail_check(c, "function out of range");
        else if (p->functions[i->a].kind == FUNCTION_DEFINED && i->b < p->operands_count &&
                 p->operands[i->b] != p->functions[i->a].parameter_words)
            fail_check(c, "wrong number of parameter words");
    } else if (i->op == OP_CALL_NATIVE && i->a >= NATIVE_COUNT) {
        fail_check(c, "native out of range");
    }
}

// Behind its list, a call through a pointer has its signature.
static void check_signature(struct check *c, uint32_t list)
{
    const struct program *p = c->program;
    uint64_t at = program_call_signature(p->operands, list);
    if (at >= p->operands_count || p->operands[at] >= p->strings_count)
        fail_check(c, "signature out of range");
}

// What depends on the particular operation, beyond its format. False where its registers must not be looked
// at.
static bool check_operation(struct check *c, const struct instruction *i)
{
    const struct program *p = c->program;
    switch (i->op) {
    case OP_ILLEGAL: fail_check(c, "illegal operation"); return false;
    case OP_CALL_INDIRECT:
        if (!check_call_list(c, i->b))
            return false;
        check_signature(c, i->b);
        return true;
    case OP_CALL:
    case OP_CALL_NATIVE: check_call(c, i); return check_call_list(c, i->b);
    case OP_JUMP: check_branch_target(c, i->b); break;
    case OP_BRANCH:
        check_branch_target(c, i->b);
        check_branch_target(c, i->d);
        break;
    case OP_SWITCH: check_switch(c, i->b); break;
    case OP_ALLOCA:
        if (instruction_immediate(i) >= p->sites_count)
            fail_check(c, "site out of range");
        break;
    case OP_ALLOCA_DYN:
        if (i->b >= p->sites_count)
            fail_check(c, "site out of range");
        break;
    case OP_TLS_ADDRESS:
        if (instruction_immediate(i) >= p->thread_local_count)
            fail_check(c, "thread-local number out of range");
        break;
    case OP_UNDEF:
    case OP_UNSUPPORTED:
        if (instruction_immediate(i) >= p->strings_count)
            fail_check(c, "string out of range");
        break;
    default: break;
    }
    return !c->failed;
}

static void check_code(struct check *c)
{
    const struct program *p = c->program;
    const struct function *f = c->function;
    for (c->index = f->first; c->index < f->end && !c->failed; c->index++) {
        struct instruction *i = &p->code[c->index];
        if (i->op >= OP_COUNT || i->op == OP_EXTRA) {
            fail_check(c, "not an operation");
            return;
        }
        if (opcode_has_extra(i->op) && (c->index + 1 >= f->end || p->code[c->index + 1].op != OP_EXTRA)) {
            fail_check(c, "missing EXTRA");
            return;
        }
        if (p->location_of[c->index] >= p->locations_count)
            fail_check(c, "location out of range");
        if (check_operation(c, i))
            instruction_visit_registers(i, p->operands, check_register, c);
        bool last = c->index + 1 + opcode_has_extra(i->op) >= f->end;
        if (last && !opcode_ends_block(i->op))
            fail_check(c, "code runs past the end");
        c->index += opcode_has_extra(i->op);
    }
}

static void check_blocks(struct check *c, uint32_t function)
{
    const struct program *p = c->program;
    const struct function *f = c->function;
    uint32_t at = f->first;
    if (f->first_block > f->end_block || f->end_block > p->blocks_count) {
        c->function = NULL;
        fail_check(c, "blocks out of range");
        return;
    }
    for (uint32_t b = f->first_block; b < f->end_block && !c->failed; b++) {
        if (p->blocks[b].first != at || p->blocks[b].end <= at || p->blocks[b].function != function)
            fail_check(c, "blocks do not tile the code");
        at = p->blocks[b].end;
    }
    if (at != f->end)
        fail_check(c, "blocks do not tile the code");
}

static void check_functions(struct check *c)
{
    const struct program *p = c->program;
    uint32_t at = 0;
    for (uint32_t k = 0; k < p->functions_count && !c->failed; k++) {
        const struct function *f = &p->functions[k];
        bool defined = f->kind == FUNCTION_DEFINED;
        if (f->kind > FUNCTION_UNMODELLED || f->first != at || f->end < at || f->end > p->code_count ||
            defined == (f->end == f->first) || f->name >= p->strings_count ||
            f->signature >= p->strings_count ||
            !signature_valid(program_string(p, f->signature), f->parameter_words) ||
            f->location >= p->locations_count || (f->kind == FUNCTION_NATIVE && f->native >= NATIVE_COUNT) ||
            (defined && f->parameter_words > f->register_count))
            fail_check(c, "malformed function");
        at = f->end;
        if (!defined || c->failed)
            continue;
        c->function = f;
        c->index = f->first;
        check_blocks(c, k);
        if (!c->failed)
            check_code(c);
        c->function = NULL;
    }
    if (at != p->code_count)
        fail_check(c, "code outside functions");
}

static bool has_one_bit(uint64_t x)
{
    return x && !(x & (x - 1));
}

static void check_types(struct check *c)
{
    const struct program *p = c->program;
    for (uint32_t k = 0; k < p->source_types_count; k++) {
        const struct source_type *t = &p->source_types[k];
        uint32_t parts = t->kind == TYPE_ENUM ? p->enumerators_count : p->type_members_count;
        if (t->name >= p->strings_count || t->kind >= TYPE_KIND_COUNT || t->of >= p->source_types_count ||
            t->first > parts || t->count > parts - t->first)
            fail_check(c, "malformed type");
    }
    for (uint32_t k = 0; k < p->type_members_count; k++)
        if (p->type_members[k].name >= p->strings_count || p->type_members[k].type >= p->source_types_count)
            fail_check(c, "malformed member");
    for (uint32_t k = 0; k < p->enumerators_count; k++)
        if (p->enumerators[k].name >= p->strings_count)
            fail_check(c, "malformed enumerator");
    for (uint32_t k = 0; k < p->block_types_count; k++)
        if (p->block_types[k].location >= p->locations_count ||
            p->block_types[k].type >= p->source_types_count ||
            (k && p->block_types[k - 1].location >= p->block_types[k].location))
            fail_check(c, "malformed type of a block");
}

// 0 is always there.
static bool is_type(const struct program *p, uint32_t type)
{
    return type == 0 || type < p->source_types_count;
}

static void check_globals(struct check *c)
{
    const struct program *p = c->program;
    uint64_t end = UINT64_C(1) << layout_chunk_bits(p->pointer_bits);
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        if (g->name >= p->strings_count || g->location >= p->locations_count || !is_type(p, g->type))
            fail_check(c, "malformed global");
        if (!(g->flags & GLOBAL_ZERO) && (g->data > p->data_count || g->size > p->data_count - g->data))
            fail_check(c, "initial value of a global out of range");
        if (g->flags & GLOBAL_THREAD_LOCAL) {
            if (g->address >= p->thread_local_count)
                fail_check(c, "thread-local number out of range");
        } else if (!has_one_bit(g->alignment) || g->address < end || g->address % g->alignment ||
                   g->address + g->size < g->address) {
            fail_check(c, "globals overlap");
        } else {
            end = layout_after(g->address, g->size, p->pointer_bits);
        }
    }
    if (p->globals_end < end && p->globals_count)
        fail_check(c, "end of globals too low");
}

static void check_tables(struct check *c)
{
    const struct program *p = c->program;
    if (p->pointer_bits != 32 && p->pointer_bits != 64)
        fail_check(c, "pointers of neither 32 nor 64 bits");
    if (!p->strings_count || p->strings[0] || p->strings[p->strings_count - 1])
        fail_check(c, "malformed strings");
    if (p->location_of_count != p->code_count)
        fail_check(c, "locations and code differ in number");
    if (p->constant_is_address_count != p->constants_count)
        fail_check(c, "constants and their kinds differ in number");
    for (uint32_t k = 0; k < p->relocations_count; k++)
        if (p->relocations[k] >= p->data_count || (k && p->relocations[k - 1] >= p->relocations[k]))
            fail_check(c, "malformed relocation");
    for (uint32_t k = 0; k < p->outside_addresses_count; k++) {
        const struct outside_address *a = &p->outside_addresses[k];
        if (a->global >= p->globals_count ||
            (k && (a[-1].address > a->address || (a[-1].address == a->address && a[-1].global >= a->global))))
            fail_check(c, "malformed address outside its variable");
    }
    if (p->main != NO_FUNCTION && p->main >= p->functions_count)
        fail_check(c, "main out of range");
    for (uint32_t k = 0; k < p->locations_count; k++)
        if (p->locations[k].file >= p->strings_count)
            fail_check(c, "file name out of range");
    for (uint32_t k = 0; k < p->sites_count; k++)
        if (p->sites[k].name >= p->strings_count || p->sites[k].location >= p->locations_count ||
            p->sites[k].function >= p->functions_count || !is_type(p, p->sites[k].type))
            fail_check(c, "malformed site");
    for (uint32_t k = 0; k < p->constructors_count; k++)
        if (p->constructors[k] >= p->functions_count)
            fail_check(c, "constructor out of range");
    for (uint32_t k = 0; k < p->destructors_count; k++)
        if (p->destructors[k] >= p->functions_count)
            fail_check(c, "destructor out of range");
    for (uint32_t k = 0; k < p->sources_count; k++)
        if (p->sources[k].name >= p->strings_count)
            fail_check(c, "name of a source out of range");
}

bool program_check(const struct program *program, struct error *error)
{
    struct check c = {.program = program, .error = error};
    check_tables(&c);
    check_types(&c);
    if (!c.failed)
        check_globals(&c);
    if (!c.failed)
        check_functions(&c);
    return !c.failed;
}
