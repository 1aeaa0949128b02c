#include "report/missing.h"

#include "base/memory.h"
#include "program/aliases.h"
#include "program/layout.h"
#include "program/registers.h"
#include "report/buffer.h"

#include <string.h>

static const char all[] = "all";
enum { NAME_SIZE = 200 };

static const char *plain_name(const struct program *p, uint32_t function, char *text)
{
    return alias_plain_name(program_string(p, p->functions[function].name), text, NAME_SIZE);
}

static bool list_has(const text_list *list, const char *text)
{
    for (uint32_t k = 0; k < list->size; k++)
        if (strcmp(list->data[k], text) == 0)
            return true;
    return false;
}

// ---- --havoc

// Whether a name given to --havoc, as it is or as programs have it, means a function of one of these kinds.
static bool names_function(const struct program *p, const char *name, bool without_body)
{
    for (uint32_t k = 0; k < p->functions_count; k++) {
        char plain[NAME_SIZE];
        const char *real = program_string(p, p->functions[k].name);
        bool same = !strcmp(real, name) || !strcmp(plain_name(p, k, plain), name);
        if (same && (p->functions[k].kind == FUNCTION_UNMODELLED) == without_body)
            return true;
    }
    return false;
}

void missing_havoc(const struct settings *settings, const struct program *program, text_list *to)
{
    bool everything = false;
    for (uint32_t k = 0; k < settings->havoc.size; k++) {
        everything |= strcmp(settings->havoc.data[k], all) == 0;
        text_list_add(to, settings->havoc.data[k]);
    }
    for (uint32_t k = 0; everything && k < program->functions_count; k++)
        if (program->functions[k].kind == FUNCTION_UNMODELLED)
            text_list_add(to, program_string(program, program->functions[k].name));
}

void missing_warn_of_havoc(const struct settings *settings, const struct program *program,
                           struct exploration *exploration)
{
    for (uint32_t k = 0; k < settings->havoc.size; k++) {
        const char *name = settings->havoc.data[k];
        if (strcmp(name, all) == 0 || names_function(program, name, true))
            continue;
        bool known = names_function(program, name, false);
        char *text = memory_format(known ? "--havoc=%s has no effect: the function has a body or a model"
                                         : "--havoc=%s has no effect: the program uses no such function",
                                   name);
        exploration_warn(exploration, NO_CODE, text);
        memory_free(text);
    }
}

// ---- what may be reached, by calls and by addresses that are taken

struct reach {
    const struct program *program;
    bool *reached; // by function
    VECTOR(uint32_t) work;
};

static void reach_function(struct reach *r, uint32_t function)
{
    if (function >= r->program->functions_count || r->reached[function])
        return;
    r->reached[function] = true;
    vector_push(&r->work, function);
}

// A number that may be the address of a function.
static void reach_address(struct reach *r, uint64_t address)
{
    uint64_t offset = address - LAYOUT_FUNCTION_BASE;
    if (address >= LAYOUT_FUNCTION_BASE && offset % LAYOUT_FUNCTION_STRIDE == 0 &&
        offset / LAYOUT_FUNCTION_STRIDE < r->program->functions_count)
        reach_function(r, (uint32_t)(offset / LAYOUT_FUNCTION_STRIDE));
}

// The initial values of variables: anything there may be called.
static void reach_data(struct reach *r)
{
    const struct program *p = r->program;
    uint32_t size = p->pointer_bits / 8;
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *global = &p->globals[k];
        for (uint64_t at = 0; !(global->flags & GLOBAL_ZERO) && at + size <= global->size; at += size) {
            uint64_t word = 0;
            memcpy(&word, p->data + global->data + at, size);
            reach_address(r, word);
        }
    }
}

static void reach_operands(struct reach *r, uint32_t list)
{
    const struct program *p = r->program;
    const uint32_t *operands = &p->operands[list];
    for (uint32_t k = 0; k < operands[0] + 2 * operands[1]; k++)
        if (operands[2 + k] & OPERAND_CONSTANT && (operands[2 + k] & ~OPERAND_CONSTANT) < p->constants_count)
            reach_address(r, p->constants[operands[2 + k] & ~OPERAND_CONSTANT]);
}

static void reach_code(struct reach *r, const struct function *function)
{
    for (uint32_t code = function->first; code < function->end; code++) {
        const struct instruction *i = &r->program->code[code];
        if (i->op == OP_CALL)
            reach_function(r, i->a);
        else if (i->op == OP_CONST)
            reach_address(r, instruction_immediate(i));
        if (opcode_is_call(i->op))
            reach_operands(r, i->b);
    }
}

static bool *reachable_functions(const struct program *p)
{
    struct reach r = {.program = p, .reached = memory_zalloc(p->functions_count, sizeof *r.reached)};
    reach_function(&r, p->main);
    for (uint32_t k = 0; k < p->constructors_count; k++)
        reach_function(&r, p->constructors[k]);
    for (uint32_t k = 0; k < p->destructors_count; k++)
        reach_function(&r, p->destructors[k]);
    reach_data(&r);
    while (r.work.size) {
        const struct function *function = &p->functions[vector_pop(&r.work)];
        if (function->kind == FUNCTION_DEFINED)
            reach_code(&r, function);
    }
    vector_free(&r.work);
    return r.reached;
}

static bool met_one(const struct exploration *exploration)
{
    for (uint32_t k = 0; k < exploration->reasons.size; k++)
        if (strstr(exploration->reasons.data[k].message, "which has no body and no model"))
            return true;
    return false;
}

void missing_warn(const struct settings *settings, const struct program *program,
                  struct exploration *exploration)
{
    if (!met_one(exploration))
        return;
    text_list names = {0};
    bool *reached = reachable_functions(program);
    for (uint32_t k = 0; k < program->functions_count; k++) {
        char plain[NAME_SIZE];
        if (reached[k] && program->functions[k].kind == FUNCTION_UNMODELLED &&
            !list_has(&settings->havoc, plain_name(program, k, plain)) && !list_has(&names, plain))
            text_list_add(&names, plain);
    }
    struct buffer text = {0};
    buffer_print(
        &text,
        "functions without a body or a model that the program may call, all of which --havoc=all lets return "
        "anything:");
    for (uint32_t k = 0; k < names.size; k++)
        buffer_print(&text, "%s %s", k ? "," : "", names.data[k]);
    char *message = buffer_take(&text);
    if (names.size > 1)
        exploration_warn(exploration, NO_CODE, message);
    memory_free(message);
    text_list_free(&names);
    memory_free(reached);
}
