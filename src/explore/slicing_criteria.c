#include "explore/slicing_criteria.h"

// ---- synchronisation

// Natives whose operations the machine hides where they are not in the slice (machine/relevance.c).
static const bool hides[NATIVE_COUNT] = {
    [NATIVE_pthread_mutex_init] = true,
    [NATIVE_pthread_mutex_destroy] = true,
    [NATIVE_pthread_mutex_lock] = true,
    [NATIVE_pthread_mutex_unlock] = true,
    [NATIVE_mtx_init] = true,
    [NATIVE_mtx_destroy] = true,
    [NATIVE_mtx_lock] = true,
    [NATIVE_mtx_unlock] = true,
    [NATIVE_pthread_spin_init] = true,
    [NATIVE_pthread_spin_destroy] = true,
    [NATIVE_pthread_spin_lock] = true,
    [NATIVE_pthread_spin_unlock] = true,
    [NATIVE_pthread_once] = true,
    [NATIVE_call_once] = true,
    [NATIVE_pthread_key_create] = true,
    [NATIVE_pthread_key_delete] = true,
    [NATIVE_pthread_setspecific] = true,
    [NATIVE_pthread_getspecific] = true,
    [NATIVE_tss_create] = true,
    [NATIVE_tss_delete] = true,
    [NATIVE_tss_set] = true,
    [NATIVE_tss_get] = true,
};

static bool is_hidden(const struct call_site *site)
{
    return site->native != NATIVE_COUNT && hides[site->native];
}

// All other synchronisation, and what makes and ends threads.
static void add_synchronisation(struct slice *slice)
{
    const unsigned facts =
        FACT_SYNCHRONISES | FACT_CREATES | FACT_JOINS | FACT_ENDS_THREAD | FACT_KEY | FACT_BEGINS | FACT_ENDS;
    const struct calls *calls = slice->dependence->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        if (site->facts & facts && !is_hidden(site) && points_to_reachable(calls->points_to, site->function))
            slice_add(slice, site->code, SLICE_WHOLE);
    }
}

// ---- what has no model

static bool has_no_model(const struct function *f)
{
    return f->kind == FUNCTION_UNMODELLED ||
           (f->kind == FUNCTION_NATIVE && f->native == NATIVE___heddle_unmodelled);
}

// Whether code without a model may be entered there. What only lacks a result (__heddle_unmodelled_value)
// matters only to what uses that.
static bool is_unmodelled(const struct slice *slice, uint32_t code)
{
    const struct program *p = slice->dependence->program;
    const struct call_site *site = calls_at(slice->dependence->calls, code);
    uint32_t count;
    const uint32_t *callees = points_to_callees(slice->dependence->calls->points_to, code, &count);
    bool found = p->code[code].op == OP_UNSUPPORTED || (site && site->native == NATIVE___heddle_unmodelled);
    for (uint32_t k = 0; k < count && !found; k++)
        found = has_no_model(&p->functions[callees[k]]);
    return found;
}

// The result names what has no model where it is reached (DESIGN 2).
static void add_unmodelled(struct slice *slice)
{
    const struct program *p = slice->dependence->program;
    const struct points_to *pt = slice->dependence->calls->points_to;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
        if (points_to_reachable(pt, program_function_at(p, code)) && is_unmodelled(slice, code))
            slice_add(slice, code, SLICE_REACHED);
}

void slicing_criteria_add(struct slice *slice)
{
    add_synchronisation(slice);
    add_unmodelled(slice);
}
