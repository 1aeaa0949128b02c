#include "analysis/allocation.h"

#include "analysis/analyses.h"

static bool function_allocates(const struct program *program, uint32_t function)
{
    const struct function *f = &program->functions[function];
    return f->kind == FUNCTION_NATIVE && native_facts(f->native) & FACT_ALLOCATES;
}

static bool may_be_any(const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (places->data[k].object == 0) // ABSTRACT_UNKNOWN
            return true;
    return false;
}

// Whether the call enters a function through a pointer of which nothing is known, or hands one to a native
// that calls it, starts a thread with it, or keeps it as a destructor.
static bool enters_anything(struct points_to *pt, const struct program *program, const struct call_site *site)
{
    const struct instruction *i = &program->code[site->code];
    if (i->op == OP_CALL_INDIRECT && may_be_any(points_to_operand(pt, site->code, i->a)))
        return true;
    const uint32_t *list = program->operands + i->b;
    bool passes = site->facts & (FACT_CREATES | FACT_CALLS_BACK | FACT_KEY);
    for (uint32_t a = 1; passes && a < list[0]; a++) // 0: a handle, key or flag
        if (may_be_any(points_to_argument(pt, site->code, a)))
            return true;
    return false;
}

static bool site_allocates(struct points_to *pt, const struct program *program, const struct call_site *site)
{
    if (site->facts & FACT_ALLOCATES)
        return true;
    uint32_t count;
    const uint32_t *callees = points_to_callees(pt, site->code, &count);
    for (uint32_t k = 0; k < count; k++)
        if (function_allocates(program, callees[k]))
            return true;
    return enters_anything(pt, program, site);
}

bool allocation_possible(const struct program *program)
{
    const struct calls *calls = analyses_calls(program);
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (points_to_reachable(calls->points_to, calls->sites[k].function) &&
            site_allocates(calls->points_to, program, &calls->sites[k]))
            return true;
    return false;
}
