// What keeps a program from being judged by its text: code that may do anything, or run anywhere.
#include "analysis/race_accesses.h"

#include "analysis/address_numbers.h"
#include "base/rules.h"
#include "program/signature.h"

#include <string.h>

// Natives of the runtime library that interrupt threads, or move their control elsewhere.
static const unsigned interrupting[] = {NATIVE___heddle_cancel, NATIVE___heddle_interrupt,
                                        NATIVE___heddle_carry};

// Functions of the runtime library in which all that has no model is what is printed, where memory runs out.
static const char *const printing[] = {"format_to_file"};

// Functions of the runtime library that have no model for what they ask for: of threads that are created
// later.
static const char *const asking[] = {"pthread_attr_setstack"};

static bool is_runtime_function_named(const struct program *p, uint32_t function, const char *const *names,
                                      size_t count)
{
    const struct function *f = &p->functions[function];
    for (size_t k = 0; k < count; k++)
        if (f->flags & FUNCTION_RUNTIME && !strcmp(program_string(p, f->name), names[k]))
            return true;
    return false;
}

static bool is_printing(const struct program *p, uint32_t function)
{
    return is_runtime_function_named(p, function, printing, sizeof printing / sizeof *printing);
}

// Whether a native is what another one calls back, runs as a thread, or has as a key's destructor, and not
// what the instruction calls itself. Nothing knows what it does there.
static bool native_is_called_back(const struct program *p, const struct call_site *site, uint32_t callee)
{
    const struct function *f = &p->functions[callee];
    bool calls_back = site->facts & (FACT_CREATES | FACT_CALLS_BACK);
    if (f->kind != FUNCTION_NATIVE || !calls_back)
        return false;
    return p->code[site->code].op == OP_CALL_NATIVE ||
           !(native_facts(f->native) & (FACT_CREATES | FACT_CALLS_BACK));
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

static char *callee_obstacle(const struct calls *calls, const struct program *p, const struct call_site *site)
{
    const struct instruction *i = &p->code[site->code];
    uint32_t count;
    const uint32_t *callees = points_to_callees(calls->points_to, site->code, &count);
    for (uint32_t k = 0; k < count; k++) {
        const char *name = program_string(p, p->functions[callees[k]].name);
        if (p->functions[callees[k]].kind == FUNCTION_UNMODELLED)
            return memory_format("%s has no body and no model", name);
        if (native_is_called_back(p, site, callees[k]))
            return memory_format("what %s does has no model here, where it is no call of the program", name);
        if (is_runtime_function_named(p, callees[k], asking, sizeof asking / sizeof *asking))
            return memory_format("what %s asks for has no model", name);
        if (i->op == OP_CALL_INDIRECT && !signature_call_fits(p, &p->functions[callees[k]], i->b))
            return memory_format("%s may be called as a function of another type", name);
    }
    if (calls_go_anywhere(calls, site))
        return memory_copy_string("a function is called through a pointer that may point anywhere");
    if (calls_pass_anything(calls, site))
        return memory_copy_string("a pointer that may point anywhere is given to a function that calls back");
    return native_obstacle(p, site);
}

// A variable that no file defines: nobody knows who else accesses it.
static const char *undefined_variable(const struct program *p, const struct abstract_object *o)
{
    bool variable = o->kind == ABSTRACT_GLOBAL || o->kind == ABSTRACT_THREAD_LOCAL;
    const struct global *g = variable ? &p->globals[o->index] : NULL;
    return g && g->flags & GLOBAL_EXTERNAL ? program_string(p, g->name) : NULL;
}

static char *access_obstacle(struct points_to *pt, const struct program *p, const struct points_to_access *a)
{
    if (a->kind == ACCESS_ESCAPE)
        return memory_copy_string("code without a model may access anything");
    const char *name = undefined_variable(p, points_to_object(pt, a->place.object));
    return name ? memory_format("the variable %s is defined in no file", name) : NULL;
}

static char *obstacle_at(const struct threads *t, uint32_t code)
{
    const struct program *p = t->program;
    struct points_to *pt = t->calls->points_to;
    const struct call_site *site = calls_at(t->calls, code);
    if (p->code[code].op == OP_UNSUPPORTED)
        return memory_format("%s has no model", program_string(p, p->code[code].a));
    char *why = site ? callee_obstacle(t->calls, p, site) : NULL;
    struct access_cursor c = {.list = points_to_accesses(pt, code)};
    for (const struct points_to_access *a; !why && (a = access_next(&c));)
        why = access_obstacle(pt, p, a);
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
    *code = rule_holds(RULE_PROOF_OBSTACLES) ? address_numbers_find(t->calls) : NO_CODE;
    return *code == NO_CODE ? NULL
                            : memory_copy_string("an address is used as a number: it may come back as any");
}
