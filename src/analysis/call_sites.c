#include "analysis/call_sites.h"

#include "base/bit_array.h"
#include "program/registers.h"

#include <string.h>

struct collection {
    struct calls *calls;
    VECTOR(struct call_site) sites;
    VECTOR(uint32_t) functions;
};

// ---- what a call may reach

static void add_call_target(struct collection *c, struct call_site *site, uint32_t number, bool direct)
{
    const struct program *p = c->calls->program;
    const struct function *f = &p->functions[number];
    switch ((enum function_kind)f->kind) {
    case FUNCTION_DEFINED: vector_push(&c->functions, number); break;
    case FUNCTION_NATIVE:
        site->facts |= native_facts(f->native);
        if (direct)
            site->native = f->native;
        break;
    case FUNCTION_UNMODELLED: site->facts |= FACT_STOPS; break;
    }
}

static void add_started(struct collection *c, struct call_site *site)
{
    uint32_t count;
    const uint32_t *started = points_to_started(c->calls->points_to, site->code, &count);
    site->first_started = c->functions.size;
    for (uint32_t k = 0; k < count; k++)
        if (c->calls->program->functions[started[k]].kind == FUNCTION_DEFINED)
            vector_push(&c->functions, started[k]);
    site->started_count = c->functions.size - site->first_started;
}

// Natives called directly enter what they call back; what a thread runs is entered elsewhere.
static void add_native(struct collection *c, struct call_site *site)
{
    const struct program *p = c->calls->program;
    uint32_t count;
    site->native = p->code[site->code].a;
    site->facts = native_facts(site->native);
    if (site->facts & FACT_CREATES || !(site->facts & FACT_CALLS_BACK))
        return;
    const uint32_t *callees = points_to_callees(c->calls->points_to, site->code, &count);
    for (uint32_t k = 0; k < count; k++)
        add_call_target(c, site, callees[k], false);
    for (uint32_t k = 0; site->native == NATIVE___heddle_program_end && k < p->destructors_count; k++)
        add_call_target(c, site, p->destructors[k], false);
}

static void add_functions(struct collection *c, struct call_site *site)
{
    const struct program *p = c->calls->program;
    const struct instruction *i = &p->code[site->code];
    uint32_t count;
    const uint32_t *callees = points_to_callees(c->calls->points_to, site->code, &count);
    bool direct = i->op == OP_CALL && count == 1;
    for (uint32_t k = 0; k < count; k++)
        add_call_target(c, site, callees[k], direct);
    if (i->op == OP_CALL && p->functions[i->a].kind == FUNCTION_NATIVE) {
        site->facts |= native_facts(p->functions[i->a].native);
        site->native = p->functions[i->a].native;
    } else if (i->op == OP_CALL && p->functions[i->a].kind == FUNCTION_UNMODELLED) {
        site->facts |= FACT_STOPS;
    } else if (count == 0) {
        site->facts |= FACT_STOPS; // an address that is no function's
    }
}

static void add_call_site(struct collection *c, uint32_t code, uint32_t function)
{
    struct call_site site = {
        .code = code, .function = function, .native = NATIVE_COUNT, .first_entered = c->functions.size};
    if (c->calls->program->code[code].op == OP_CALL_NATIVE)
        add_native(c, &site);
    else
        add_functions(c, &site);
    site.entered_count = c->functions.size - site.first_entered;
    if (site.facts & FACT_CREATES)
        add_started(c, &site);
    c->calls->site_of[code] = c->sites.size;
    vector_push(&c->sites, site);
}

static void collect_call_sites(struct calls *calls)
{
    const struct program *p = calls->program;
    struct collection c = {.calls = calls};
    for (uint32_t f = 0; f < p->functions_count; f++)
        for (uint32_t code = p->functions[f].first; code < p->functions[f].end; code = code_next(p, code))
            if (opcode_is_call(p->code[code].op))
                add_call_site(&c, code, f);
    calls->sites = c.sites.data;
    calls->site_count = c.sites.size;
    calls->functions = c.functions.data;
}

static void find_callers(struct calls *calls)
{
    uint32_t count = calls->program->functions_count;
    VECTOR(struct graph_edge) edges = {0};
    for (uint32_t k = 0; k < calls->site_count; k++)
        for (uint32_t e = 0; e < calls->sites[k].entered_count; e++)
            vector_push(&edges, (struct graph_edge){calls->functions[calls->sites[k].first_entered + e], k});
    struct graph graph = graph_make(count, edges.data, edges.size);
    calls->caller_starts = graph.starts;
    calls->callers = graph.targets;
    vector_free(&edges);
}

// ---- what may not come back, and what may wait

static bool enters_any(const struct calls *calls, const struct call_site *site, const bool *functions)
{
    for (uint32_t e = 0; e < site->entered_count; e++)
        if (functions[calls->functions[site->first_entered + e]])
            return true;
    return false;
}

static void start_stops_and_waits(struct calls *calls)
{
    const struct program *p = calls->program;
    for (uint32_t f = 0; f < p->functions_count; f++)
        for (uint32_t code = p->functions[f].first; code < p->functions[f].end; code = code_next(p, code))
            calls->function_stops[f] |= p->code[code].op == OP_UNSUPPORTED;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        struct call_site *s = &calls->sites[k];
        s->stops = s->facts & FACT_STOPS;
        s->waits = s->facts & (FACT_WAITS | FACT_LOCKS) && !(s->facts & FACT_TRIES);
    }
}

static void find_stops_and_waits(struct calls *calls)
{
    start_stops_and_waits(calls);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = calls->site_count; k-- > 0;) {
            struct call_site *s = &calls->sites[k];
            bool stops = s->stops || enters_any(calls, s, calls->function_stops);
            bool waits = s->waits || enters_any(calls, s, calls->function_waits);
            changed |= (stops && !calls->function_stops[s->function]) ||
                       (waits && !calls->function_waits[s->function]) || stops != s->stops ||
                       waits != s->waits;
            s->stops = stops;
            s->waits = waits;
            calls->function_stops[s->function] |= stops;
            calls->function_waits[s->function] |= waits;
        }
    }
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *s = &calls->sites[k];
        if (s->stops)
            bit_array_add(calls->stops, s->code);
        if (s->waits || s->entered_count || s->facts & (FACT_LOCKS | FACT_UNLOCKS | FACT_BEGINS | FACT_ENDS))
            bit_array_add(calls->waits, s->code);
    }
}

static void make_flows(struct calls *calls)
{
    const struct program *p = calls->program;
    uint32_t nodes = 0;
    for (uint32_t f = 0; f < p->functions_count; f++) {
        calls->node_base[f] = nodes;
        if (p->functions[f].kind != FUNCTION_DEFINED)
            continue;
        calls->flows[f] = flow_compute(p, f, calls->stops, calls->waits);
        nodes += calls->flows[f]->count;
    }
    calls->node_base[p->functions_count] = nodes;
}

struct calls *calls_compute(const struct program *program, struct points_to *points_to)
{
    struct calls *calls = memory_zalloc(1, sizeof *calls);
    size_t functions = (size_t)program->functions_count + 1;
    calls->program = program;
    calls->points_to = points_to;
    calls->exit_function = program_exit_function(program);
    calls->site_of = memory_alloc(((size_t)program->code_count + 1) * sizeof *calls->site_of);
    memset(calls->site_of, 0xff, ((size_t)program->code_count + 1) * sizeof *calls->site_of);
    calls->function_of = memory_alloc(((size_t)program->code_count + 1) * sizeof *calls->function_of);
    for (uint32_t f = 0; f < program->functions_count; f++)
        for (uint32_t code = program->functions[f].first; code < program->functions[f].end; code++)
            calls->function_of[code] = f;
    calls->stops = bit_array_new(program->code_count);
    calls->waits = bit_array_new(program->code_count);
    calls->function_stops = memory_zalloc(functions, sizeof *calls->function_stops);
    calls->function_waits = memory_zalloc(functions, sizeof *calls->function_waits);
    calls->flows = memory_zalloc(functions, sizeof(struct flow *));
    calls->node_base = memory_zalloc(functions, sizeof *calls->node_base);
    collect_call_sites(calls);
    find_callers(calls);
    find_stops_and_waits(calls);
    make_flows(calls);
    return calls;
}

void calls_free(struct calls *calls)
{
    if (!calls)
        return;
    for (uint32_t f = 0; f < calls->program->functions_count; f++)
        flow_free(calls->flows[f]);
    memory_free(calls->sites);
    memory_free(calls->site_of);
    memory_free(calls->function_of);
    memory_free(calls->functions);
    memory_free(calls->caller_starts);
    memory_free(calls->callers);
    memory_free(calls->stops);
    memory_free(calls->waits);
    memory_free(calls->function_stops);
    memory_free(calls->function_waits);
    memory_free(calls->flows);
    memory_free(calls->node_base);
    memory_free(calls);
}

// ---- questions

static bool is_anywhere(const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (places->data[k].object == 0) // ABSTRACT_UNKNOWN
            return true;
    return false;
}

bool calls_go_anywhere(const struct calls *calls, const struct call_site *site)
{
    const struct instruction *i = &calls->program->code[site->code];
    return i->op == OP_CALL_INDIRECT && is_anywhere(points_to_operand(calls->points_to, site->code, i->a));
}

bool calls_pass_anything(const struct calls *calls, const struct call_site *site)
{
    const uint32_t *list = calls->program->operands + calls->program->code[site->code].b;
    bool passes = site->facts & (FACT_CREATES | FACT_CALLS_BACK | FACT_KEY);
    for (uint32_t a = 1; passes && a < list[0]; a++) // 0: a handle, key or flag
        if (is_anywhere(points_to_argument(calls->points_to, site->code, a)))
            return true;
    return false;
}

bool call_operand(const struct program *program, uint32_t code, uint32_t argument, uint32_t *operand)
{
    const uint32_t *list = program->operands + program->code[code].b;
    if (argument >= list[0])
        return false;
    *operand = list[2 + argument];
    return true;
}
