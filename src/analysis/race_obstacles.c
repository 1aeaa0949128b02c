// What keeps a program from being judged by its text: code that may do anything, or run anywhere.
#include "analysis/race_accesses.h"

#include "base/rules.h"

#include <string.h>

// Natives of the runtime library that interrupt threads, or move their control elsewhere.
static const unsigned interrupting[] = {NATIVE___heddle_cancel, NATIVE___heddle_interrupt,
                                        NATIVE___heddle_carry};

// Functions of the runtime library in which all that has no model is what is printed, where memory runs out.
static const char *const printing[] = {"format_to_file"};

static bool is_printing(const struct program *p, uint32_t function)
{
    const struct function *f = &p->functions[function];
    for (uint32_t k = 0; k < sizeof printing / sizeof *printing; k++)
        if (f->flags & FUNCTION_RUNTIME && !strcmp(program_string(p, f->name), printing[k]))
            return true;
    return false;
}

static bool is_anywhere(const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (places->data[k].object == 0) // ABSTRACT_UNKNOWN
            return true;
    return false;
}

// Whether a function that is handed to a native may be any.
static bool passes_anything(struct points_to *pt, const struct program *p, const struct call_site *site)
{
    const uint32_t *list = p->operands + p->code[site->code].b;
    bool passes = site->facts & (FACT_CREATES | FACT_CALLS_BACK | FACT_KEY);
    for (uint32_t a = 1; passes && a < list[0]; a++) // 0: a handle, key or flag
        if (is_anywhere(points_to_argument(pt, site->code, a)))
            return true;
    return false;
}

static char *native_obstacle(const struct program *p, const struct call_site *site)
{
    for (uint32_t k = 0; k < sizeof interrupting / sizeof *interrupting; k++)
        if (site->native == interrupting[k])
            return memory_copy_string("threads are interrupted, by signals or by being cancelled");
    if (site->native == NATIVE___heddle_unmodelled && !is_printing(p, site->function))
        return memory_format("%s has no model for everything",
                             program_string(p, p->functions[site->function].name));
    return NULL;
}

static char *callee_obstacle(struct points_to *pt, const struct program *p, const struct call_site *site)
{
    const struct instruction *i = &p->code[site->code];
    uint32_t count;
    const uint32_t *callees = points_to_callees(pt, site->code, &count);
    for (uint32_t k = 0; k < count; k++)
        if (p->functions[callees[k]].kind == FUNCTION_UNMODELLED)
            return memory_format("%s has no body and no model",
                                 program_string(p, p->functions[callees[k]].name));
    if (i->op == OP_CALL_INDIRECT && is_anywhere(points_to_operand(pt, site->code, i->a)))
        return memory_copy_string("a function is called through a pointer that may point anywhere");
    if (passes_anything(pt, p, site))
        return memory_copy_string("a pointer that may point anywhere is given to a function that calls back");
    return native_obstacle(p, site);
}

static char *obstacle_at(const struct threads *t, uint32_t code)
{
    const struct program *p = t->program;
    struct points_to *pt = t->calls->points_to;
    const struct call_site *site = calls_at(t->calls, code);
    if (p->code[code].op == OP_UNSUPPORTED)
        return memory_format("%s has no model", program_string(p, p->code[code].a));
    char *why = site ? callee_obstacle(pt, p, site) : NULL;
    struct access_cursor c = {.list = points_to_accesses(pt, code)};
    for (const struct points_to_access *a; !why && (a = access_next(&c));)
        if (a->kind == ACCESS_ESCAPE)
            why = memory_copy_string("code without a model may access anything");
    return why;
}

char *race_obstacle_find(const struct threads *t, uint32_t *code)
{
    const struct program *p = t->program;
    for (uint32_t at = 0; at < p->code_count && rule_holds(RULE_PROOF_OBSTACLES); at = code_next(p, at)) {
        uint32_t function = t->calls->function_of[at];
        const struct flow *flow = t->calls->flows[function];
        if (!t->times[function] || !flow->reachable[flow_node_at(flow, at)])
            continue;
        *code = at;
        char *why = obstacle_at(t, at);
        if (why)
            return why;
    }
    *code = NO_CODE;
    return NULL;
}
