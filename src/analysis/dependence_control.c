// Control dependence: within functions, on calls, on thread creation, and on calls coming back.
#include "analysis/dependence_build.h"
#include "base/bit_array.h"

// ---- within a function

static void add_controllers(struct dependence_build *b, uint32_t function, uint32_t node)
{
    const struct dependence *d = b->d;
    const struct flow *flow = d->calls->flows[function];
    uint32_t reached = dependence_node_reached(d, function, node);
    for (uint32_t k = flow->controllers.starts[node]; k < flow->controllers.starts[node + 1]; k++) {
        uint32_t last = flow_last(d->program, flow, flow->controllers.targets[k]);
        unsigned op = d->program->code[last].op;
        if (op == OP_BRANCH || op == OP_SWITCH)
            dependence_add(b, reached, last, DEPENDENCE_CONTROL);
        else if (d->calls->site_of[last] != NO_CODE)
            dependence_add(b, reached, d->nodes.continues + d->calls->site_of[last], DEPENDENCE_STOPS);
    }
}

static void add_function_control(struct dependence_build *b, uint32_t function)
{
    const struct dependence *d = b->d;
    const struct flow *flow = d->calls->flows[function];
    for (uint32_t n = 0; n < flow->count; n++) {
        uint32_t reached = dependence_node_reached(d, function, n);
        dependence_add(b, reached, dependence_called(d, function), DEPENDENCE_CALL);
        add_controllers(b, function, n);
        for (uint32_t code = flow->nodes[n].first; code < flow->nodes[n].end;
             code = code_next(d->program, code))
            dependence_add(b, code, reached, DEPENDENCE_CONTROL);
    }
}

// ---- calls

static void add_entered(struct dependence_build *b, const struct call_site *s)
{
    const struct calls *calls = b->d->calls;
    for (uint32_t e = 0; e < s->entered_count; e++)
        dependence_add(b, dependence_called(b->d, calls->functions[s->first_entered + e]), s->code,
                       DEPENDENCE_CALL);
    for (uint32_t e = 0; e < s->started_count; e++)
        dependence_add(b, dependence_called(b->d, calls->functions[s->first_started + e]), s->code,
                       DEPENDENCE_CREATE);
}

// Destructors of keys run where a key was created and a value set.
static void add_key_destructors(struct dependence_build *b)
{
    const struct calls *calls = b->d->calls;
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(calls->points_to, &count);
    for (uint32_t k = 0; count && k < calls->site_count; k++)
        for (uint32_t e = 0; calls->sites[k].facts & FACT_KEY && e < count; e++)
            dependence_add(b, dependence_called(b->d, destructors[e]), calls->sites[k].code, DEPENDENCE_CALL);
}

// exit() is entered when main returns.
static void add_exit(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    const struct program *p = d->program;
    uint32_t exit_function = d->calls->exit_function;
    if (exit_function == NO_FUNCTION || p->main == NO_FUNCTION)
        return;
    for (uint32_t code = p->functions[p->main].first; code < p->functions[p->main].end;
         code = code_next(p, code))
        if (p->code[code].op == OP_RETURN)
            dependence_add(b, dependence_called(d, exit_function), dependence_reached(d, code),
                           DEPENDENCE_CALL);
}

// ---- coming back

static bool conditional(const struct call_site *s)
{
    return s->native == NATIVE_COUNT || native_facts(s->native) & FACT_CONDITION;
}

static void add_coming_back(struct dependence_build *b, uint32_t number)
{
    const struct dependence *d = b->d;
    const struct call_site *s = &d->calls->sites[number];
    uint32_t continues = d->nodes.continues + number;
    dependence_add(b, continues, dependence_reached(d, s->code), DEPENDENCE_STOPS);
    if ((s->facts & FACT_STOPS && conditional(s)) || d->program->code[s->code].op == OP_CALL_INDIRECT)
        dependence_add(b, continues, s->code, DEPENDENCE_STOPS);
    for (uint32_t e = 0; e < s->entered_count; e++) {
        uint32_t function = d->calls->functions[s->first_entered + e];
        if (d->calls->function_stops[function])
            dependence_add(b, continues, d->nodes.comes_back + function, DEPENDENCE_STOPS);
    }
    dependence_add(b, d->nodes.comes_back + s->function, continues, DEPENDENCE_STOPS);
}

static void add_unsupported(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    for (uint32_t code = 0; code < d->program->code_count; code = code_next(d->program, code))
        if (d->program->code[code].op == OP_UNSUPPORTED)
            dependence_add(b, d->nodes.comes_back + d->calls->function_of[code], dependence_reached(d, code),
                           DEPENDENCE_STOPS);
}

void dependence_build_control(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    for (uint32_t f = 0; f < d->program->functions_count; f++)
        if (d->calls->flows[f])
            add_function_control(b, f);
    for (uint32_t k = 0; k < d->calls->site_count; k++) {
        add_entered(b, &d->calls->sites[k]);
        if (d->calls->sites[k].stops)
            add_coming_back(b, k);
    }
    add_key_destructors(b);
    add_exit(b);
    add_unsupported(b);
}
