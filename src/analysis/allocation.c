#include "analysis/allocation.h"

#include "analysis/analyses.h"

static bool function_allocates(const struct program *program, uint32_t function)
{
    const struct function *f = &program->functions[function];
    return f->kind == FUNCTION_NATIVE && native_facts(f->native) & FACT_ALLOCATES;
}

static bool site_allocates(const struct calls *calls, const struct call_site *site)
{
    if (site->facts & FACT_ALLOCATES)
        return true;
    uint32_t count;
    const uint32_t *callees = points_to_callees(calls->points_to, site->code, &count);
    for (uint32_t k = 0; k < count; k++)
        if (function_allocates(calls->program, callees[k]))
            return true;
    return calls_go_anywhere(calls, site) || calls_pass_anything(calls, site);
}

bool allocation_possible(const struct program *program)
{
    const struct calls *calls = analyses_calls(program);
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (points_to_reachable(calls->points_to, calls->sites[k].function) &&
            site_allocates(calls, &calls->sites[k]))
            return true;
    return false;
}
