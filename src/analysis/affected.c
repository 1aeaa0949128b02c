#include "analysis/affected_state.h"

#include "analysis/address_use.h"
#include "analysis/analyses.h"
#include "analysis/slicing_criteria.h"
#include "analysis/stack_depth.h"
#include "base/rules.h"

// ---- what has changed

static void add_whole_function(struct affected_version *m, uint32_t function)
{
    const struct calls *calls = affected_calls(m);
    const struct flow *flow = calls->flows[function];
    for (uint32_t k = 0; flow && k < flow->count; k++) {
        affected_add(m, m->dependence->nodes.reached + calls->node_base[function] + k);
        affected_add(m, m->dependence->nodes.waited + calls->node_base[function] + k);
    }
    affected_add(m, m->dependence->nodes.comes_back + function);
}

static bool touches_changed(const struct affected *a, enum version version, uint32_t code)
{
    struct points_to *pt = affected_calls(&a->impacts[version])->points_to;
    struct access_cursor c = {.list = points_to_accesses(pt, code)};
    if (counterpart_reports(&a->impacts[version].program->code[code]))
        return false;
    for (const struct points_to_access *access; (access = access_next(&c));) {
        const struct abstract_object *o = points_to_object(pt, access->place.object);
        if (!access->place.object || ((o->kind == ABSTRACT_GLOBAL || o->kind == ABSTRACT_THREAD_LOCAL) &&
                                      bit_array_has(a->counterparts->changed_globals[version], o->index)))
            return true;
    }
    return false;
}

static bool any_global_changed(const struct affected *a)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        for (size_t k = 0; k < bit_array_words(a->impacts[v].program->globals_count); k++)
            if (a->counterparts->changed_globals[v][k])
                return true;
    return false;
}

static bool has_changed(const struct affected *a, enum version version, uint32_t code)
{
    uint32_t function = affected_calls(&a->impacts[version])->function_of[code];
    if (a->counterparts->functions[version][function] == NO_FUNCTION && !rule_holds(RULE_EDIT_NAMES))
        return false;
    return a->counterparts->code[version][code] == NO_CODE &&
           !counterpart_needless(&a->impacts[version].program->code[code]);
}

// Whether the instruction computes with an address that is another number in the other version, or may be.
// What is made at run time lies behind what its thread has made before; of that, only the order is followed
// up (affected_rules.c).
static bool computes_with_moved(const struct affected *a, enum version version, uint32_t code)
{
    const struct affected_version *m = &a->impacts[version];
    const struct registers *registers = m->dependence->registers[affected_calls(m)->function_of[code]];
    const struct counterparts *c = a->counterparts;
    struct address_question question = {m->program,
                                        affected_calls(m)->points_to,
                                        c->moved_globals[version],
                                        c->moved_functions[version],
                                        false,
                                        NULL};
    if (!rule_holds(RULE_EDIT_ADDRESSES))
        return false;
    if (c->moved && address_use_at(&question, registers, code) != ADDRESS_USE_NONE)
        return true;
    if (a->only_moved && !c->moved_locals)
        return false;
    question = (struct address_question){m->program, question.points_to, NULL, NULL, true, NULL};
    enum address_use use = address_use_at(&question, registers, code);
    return use == ADDRESS_USE_NUMBER || (use == ADDRESS_USE_ORDER && c->moved_locals);
}

static void add_changed_instructions(struct affected *a, enum version version, bool data)
{
    struct affected_version *m = &a->impacts[version];
    for (uint32_t f = 0; f < m->program->functions_count; f++) {
        const struct function *function = &m->program->functions[f];
        if (!points_to_reachable(affected_calls(m)->points_to, f) || function->kind != FUNCTION_DEFINED)
            continue;
        for (uint32_t code = function->first; code < function->end; code = code_next(m->program, code))
            if (has_changed(a, version, code) || (data && touches_changed(a, version, code)) ||
                computes_with_moved(a, version, code)) {
                bit_array_add(m->changed, code);
                affected_add_code(m, code);
            }
        if (bit_array_has(a->counterparts->changed_functions[version], f) && rule_holds(RULE_EDIT_NAMES))
            add_whole_function(m, f);
        if (bit_array_has(a->counterparts->reshaped_functions[version], f))
            affected_add(m, m->dependence->nodes.comes_back + f);
    }
}

// ---- closing

// Closes the slice of a version. Whether it has grown.
static bool close(struct affected_version *m)
{
    uint32_t before = m->slice->order.size;
    do {
        slice_close(m->slice, SLICE_FORWARD);
        while (m->looked_at < m->slice->order.size)
            affected_apply_rules(m, m->slice->order.data[m->looked_at++]);
    } while (m->slice->closed[SLICE_FORWARD] < m->slice->order.size);
    return m->slice->order.size > before;
}

static void close_both_impacts(struct affected *a)
{
    bool grown;
    do {
        grown = close(&a->impacts[VERSION_OLD]);
        affected_carry(a, VERSION_OLD);
        grown |= close(&a->impacts[VERSION_NEW]);
        affected_carry(a, VERSION_NEW);
    } while (grown);
}

// ---- what is not known

static bool leaves_nothing_out(const struct affected_version *m)
{
    struct slice *slice = slice_new(m->dependence);
    bool all = !slicing_criteria_add(slice);
    slice_free(slice);
    return all;
}

// Whether something has changed that takes stack: variables, or calls.
static bool stack_changes(const struct affected *a)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct affected_version *m = &a->impacts[v];
        for (uint32_t k = 0; k < affected_calls(m)->site_count; k++)
            if (a->counterparts->code[v][affected_calls(m)->sites[k].code] == NO_CODE ||
                affected_node(m, affected_calls(m)->sites[k].code))
                return true;
        for (uint32_t f = 0; f < m->program->functions_count; f++) {
            uint32_t other = a->counterparts->functions[v][f];
            if (other != NO_FUNCTION &&
                m->program->functions[f].frame_bytes !=
                    a->impacts[version_other(v)].program->functions[other].frame_bytes)
                return true;
        }
    }
    return false;
}

// Whether locks are taken, or sections begun, by calls of which that is not all: what they protect is no
// dependence.
static bool locks_indirectly(const struct affected_version *m)
{
    const struct calls *calls = affected_calls(m);
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (calls->sites[k].facts & (FACT_LOCKS | FACT_BEGINS) && calls->sites[k].native == NATIVE_COUNT &&
            points_to_reachable(calls->points_to, calls->sites[k].function))
            return true;
    return false;
}

static const char *why_unknown(const struct affected *a, uint64_t stack_size)
{
    bool alone;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        const struct affected_version *m = &a->impacts[v];
        if (leaves_nothing_out(m))
            return "threads are cancelled, get signals, or are waited for in atomic sections";
        if (locks_indirectly(m))
            return "locks are taken through pointers to functions";
        if (program_time_passed(m->program, &alone) != NO_GLOBAL)
            return "the program looks at clocks";
        if (stack_size && stack_depth(affected_calls(m)) > stack_size && stack_changes(a))
            return "calls changed, and stacks may overflow";
    }
    return NULL;
}

// ---- the result

static void impact_make(struct affected_version *m, const struct program *program)
{
    m->program = program;
    m->dependence = dependence_compute_ordered(analyses_threads(program));
    m->slice = slice_new(m->dependence);
    m->changed = bit_array_new(program->code_count);
    m->endless = bit_array_new(program->functions_count);
    uint32_t kinds = rule_holds(RULE_EDIT_ORDERED) ? DEPENDENCE_ORDERED : DEPENDENCE_PLAIN;
    if (!rule_holds(RULE_EDIT_CALLEES))
        kinds &= ~(1u << DEPENDENCE_RETURN);
    if (!rule_holds(RULE_EDIT_THREADS))
        kinds &= ~(1u << DEPENDENCE_CREATE);
    slice_follow(m->slice, kinds | 1u << DEPENDENCE_RELEASE);
}

struct affected *affected_find(const struct counterparts *counterparts, uint64_t stack_size)
{
    struct affected *a = memory_zalloc(1, sizeof *a);
    a->counterparts = counterparts;
    if (!counterparts->same_frame) {
        a->unknown = "main, constructors or the width of pointers changed";
        return a;
    }
    a->only_moved = counterparts_all(counterparts);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        impact_make(&a->impacts[v], counterparts->programs[v]);
    bool data = any_global_changed(a) && rule_holds(RULE_EDIT_DATA);
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++)
        add_changed_instructions(a, v, data);
    close_both_impacts(a);
    a->unknown = why_unknown(a, stack_size);
    return a;
}

void affected_free(struct affected *a)
{
    if (!a)
        return;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        slice_free(a->impacts[v].slice);
        dependence_free(a->impacts[v].dependence);
        memory_free(a->impacts[v].changed);
        vector_free(&a->impacts[v].behind);
        memory_free(a->impacts[v].endless);
    }
    memory_free(a);
}

const char *affected_unknown(const struct affected *a)
{
    return a->unknown;
}

bool affected_any(const struct affected *a)
{
    const struct slice *old_slice = a->impacts[VERSION_OLD].slice, *new_slice = a->impacts[VERSION_NEW].slice;
    return !old_slice || !new_slice || old_slice->order.size || new_slice->order.size;
}
