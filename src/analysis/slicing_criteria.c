#include "analysis/slicing_criteria.h"

#include "analysis/regions.h"
#include "analysis/stack_depth.h"

// ---- synchronisation

// Where they are not in the slice, the machine hides its operations (machine/relevance.c).
static bool is_hidden_operation(const struct call_site *site)
{
    return site->native != NATIVE_COUNT && native_facts(site->native) & FACT_HIDES;
}

// All other synchronisation, and what makes and ends threads.
static void add_synchronisation(struct slice *slice)
{
    const unsigned facts =
        FACT_SYNCHRONISES | FACT_CREATES | FACT_JOINS | FACT_ENDS_THREAD | FACT_KEY | FACT_BEGINS | FACT_ENDS;
    const struct calls *calls = slice->dependence->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        if (site->facts & facts && !is_hidden_operation(site) &&
            points_to_reachable(calls->points_to, site->function))
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

// Deleting a key of which an ending thread may have a value has no model (machine/native_key.c): whether it
// comes to that depends on what is done to the key.
static bool deletes_key(const struct slice *slice, uint32_t code)
{
    uint32_t destructors;
    points_to_key_destructors(slice->dependence->calls->points_to, &destructors);
    const struct call_site *site = calls_at(slice->dependence->calls, code);
    return destructors && site &&
           (site->native == NATIVE_pthread_key_delete || site->native == NATIVE_tss_delete);
}

// The result names what has no model where it is reached (docs/design.md 2).
static void add_unmodelled_code(struct slice *slice)
{
    const struct program *p = slice->dependence->program;
    const struct points_to *pt = slice->dependence->calls->points_to;
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        if (!points_to_reachable(pt, program_function_at(p, code)))
            continue;
        if (is_unmodelled(slice, code))
            slice_add(slice, code, SLICE_REACHED);
        if (deletes_key(slice, code))
            slice_add(slice, code, SLICE_WHOLE);
    }
}

// ---- atomic sections

struct sections {
    struct slice *slice;
    uint64_t *done; // functions that have been added
    bool joins;     // a thread may wait in one for the end of another thread
};

// What may wait, or not end, is a criterion in there: waiting inside an atomic section has no model either.
static void add_section_code(struct sections *s, uint32_t first, uint32_t end)
{
    for (uint32_t code = first; code < end; code = code_next(s->slice->dependence->program, code)) {
        const struct call_site *site = calls_at(s->slice->dependence->calls, code);
        s->joins |= site && site->facts & FACT_JOINS;
        criteria_add_at(s->slice, 1u << PROPERTY_DEADLOCK, code);
    }
}

static void add_section_function(struct sections *s, uint32_t function)
{
    const struct slice *slice = s->slice;
    const struct program *p = slice->dependence->program;
    const struct calls *calls = slice->dependence->calls;
    VECTOR(uint32_t) work = {0};
    if (bit_array_add(s->done, function))
        vector_push(&work, function);
    while (work.size) {
        const struct function *f = &p->functions[vector_pop(&work)];
        add_section_code(s, f->first, f->end);
        for (uint32_t code = f->first; code < f->end; code = code_next(p, code)) {
            const struct call_site *site = calls_at(calls, code);
            for (uint32_t k = 0; site && k < site->entered_count; k++)
                if (bit_array_add(s->done, calls->functions[site->first_entered + k]))
                    vector_push(&work, calls->functions[site->first_entered + k]);
        }
    }
    vector_free(&work);
}

// From the call that begins a section on.
static void add_section_at_call(struct sections *s, uint32_t site)
{
    const struct slice *slice = s->slice;
    const struct program *p = slice->dependence->program;
    const struct calls *calls = slice->dependence->calls;
    struct region region = region_find(slice->dependence, site);
    for (uint32_t f = 0; f < p->functions_count; f++) {
        const struct flow *flow = calls->flows[f];
        if (bit_array_has(region.functions, f))
            add_section_function(s, f);
        for (uint32_t n = 0; flow && n < flow->count; n++)
            if (bit_array_has(region.nodes, calls->node_base[f] + n))
                add_section_code(s, flow->nodes[n].first, flow->nodes[n].end);
    }
    const struct flow *flow = calls_flow_at(calls, calls->sites[site].code);
    const struct flow_node *own = &flow->nodes[flow_node_at(flow, calls->sites[site].code)];
    add_section_code(s, calls->sites[site].code, own->end);
    region_free(&region);
}

// Whether threads may wait in them for the end of others.
static bool add_atomic_waits(struct slice *slice)
{
    const struct program *p = slice->dependence->program;
    const struct calls *calls = slice->dependence->calls;
    struct sections sections = {.slice = slice, .done = bit_array_new(p->functions_count)};
    for (uint32_t f = 0; f < p->functions_count; f++)
        if (p->functions[f].flags & FUNCTION_ATOMIC && p->functions[f].kind == FUNCTION_DEFINED &&
            points_to_reachable(calls->points_to, f))
            add_section_function(&sections, f);
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (calls->sites[k].facts & FACT_BEGINS &&
            points_to_reachable(calls->points_to, calls->sites[k].function))
            add_section_at_call(&sections, k);
    memory_free(sections.done);
    return sections.joins;
}

// A thread that is cancelled goes on elsewhere at any cancellation point that it comes to: no dependence says
// so.
static bool cancels_threads(const struct slice *slice)
{
    const struct calls *calls = slice->dependence->calls;
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (calls->sites[k].native == NATIVE___heddle_cancel &&
            points_to_reachable(calls->points_to, calls->sites[k].function))
            return true;
    return false;
}

static bool may_run(const struct slice *slice, const char *name)
{
    uint32_t function = program_find_function(slice->dependence->program, name);
    return function != NO_FUNCTION && points_to_reachable(slice->dependence->calls->points_to, function);
}

// Whether a signal that a thread sends itself is handled at once depends on the mask that it has from its
// creator; of signals for others much does.
static bool inherits_masks(const struct slice *slice)
{
    return may_run(slice, "__runtime_signal_thread") || may_run(slice, "__runtime_signal_process") ||
           (may_run(slice, "__runtime_send_signal") && may_run(slice, "__runtime_change_signal_mask"));
}

bool slicing_criteria_add(struct slice *slice)
{
    add_synchronisation(slice);
    add_unmodelled_code(slice);
    return !add_atomic_waits(slice) && !cancels_threads(slice) && !inherits_masks(slice);
}

bool slicing_criteria_add_stack(struct slice *slice, uint64_t stack_size)
{
    const struct program *p = slice->dependence->program;
    uint64_t *codes = bit_array_new(p->code_count);
    bool any = false;
    if (stack_depth_overflows(slice->dependence->calls, stack_size, codes))
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code))
            if (bit_array_has(codes, code)) {
                slice_add(slice, code, SLICE_REACHED);
                any = true;
            }
    memory_free(codes);
    return any;
}
