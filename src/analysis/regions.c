#include "analysis/regions.h"

#include "base/bit_array.h"

// ---- whether two locks are one

// Whether two operands read in one function hold the same value, whenever both are read in one call of it.
static bool same_value(const struct dependence *d, uint32_t code_a, uint32_t a, uint32_t code_b, uint32_t b,
                       unsigned depth)
{
    const struct program *p = d->program;
    if ((a | b) & OPERAND_CONSTANT)
        return (a & b & OPERAND_CONSTANT) &&
               p->constants[a & ~OPERAND_CONSTANT] == p->constants[b & ~OPERAND_CONSTANT];
    uint32_t function = d->calls->function_of[code_a];
    const struct registers *registers = d->registers[function];
    struct register_value x, y;
    if (function != d->calls->function_of[code_b] || !registers_value(registers, code_a, a, &x) ||
        !registers_value(registers, code_b, b, &y) || x.kind == VALUE_MERGE || y.kind != x.kind)
        return false;
    const struct flow *flow = d->calls->flows[function];
    if (x.number == y.number)
        return x.kind == VALUE_ENTRY || !flow->cyclic[flow_node_at(flow, x.number)];
    if (x.kind == VALUE_ENTRY || depth == 0)
        return false;
    const struct instruction *i = &p->code[x.number], *j = &p->code[y.number];
    if (i->op != j->op || i->width != j->width || i->aux != j->aux)
        return false;
    switch (i->op) {
    case OP_CONST: return i->a == j->a && i->b == j->b;
    case OP_MOVE: return same_value(d, x.number, i->a, y.number, j->a, depth - 1);
    case OP_ADD_I: return i->b == j->b && same_value(d, x.number, i->a, y.number, j->a, depth - 1);
    case OP_INDEX:
        return same_value(d, x.number, i->a, y.number, j->a, depth - 1) &&
               same_value(d, x.number, i->b, y.number, j->b, depth - 1);
    default: return false;
    }
}

// Whether they surely are.
static bool region_same_place(const struct dependence *d, uint32_t code_a, uint32_t argument_a,
                              uint32_t code_b, uint32_t argument_b)
{
    enum { DEPTH = 4 };
    struct points_to *pt = d->calls->points_to;
    uint32_t a, b;
    if (!call_operand(d->program, code_a, argument_a, &a) ||
        !call_operand(d->program, code_b, argument_b, &b))
        return false;
    const struct place_set *x = points_to_argument(pt, code_a, argument_a);
    const struct place_set *y = points_to_argument(pt, code_b, argument_b);
    if (x->size == 1 && y->size == 1 && x->data[0].object == y->data[0].object && !x->data[0].stride &&
        !y->data[0].stride && x->data[0].offset == y->data[0].offset &&
        points_to_object(pt, x->data[0].object)->flags & ABSTRACT_SINGLE)
        return true;
    return same_value(d, code_a, a, code_b, b, DEPTH);
}

bool region_may_be_same_place(const struct dependence *d, uint32_t code_a, uint32_t code_b)
{
    const struct place_set *x = points_to_argument(d->calls->points_to, code_a, 0);
    const struct place_set *y = points_to_argument(d->calls->points_to, code_b, 0);
    for (uint32_t i = 0; i < x->size; i++)
        for (uint32_t j = 0; j < y->size; j++)
            if (places_overlap(&x->data[i], 1, &y->data[j], 1))
                return true;
    return false;
}

// ---- walking a region

struct region_position {
    uint32_t function, node;
};

struct region_walk {
    const struct calls *calls;
    const struct dependence *locks; // to tell locks apart; NULL: an atomic section
    struct region *region;
    uint32_t code;   // where it begins
    uint64_t *sites; // calls that were returned from
    VECTOR(struct region_position) stack;
    VECTOR(uint32_t) entered;
};

static void push_region_node(struct region_walk *w, uint32_t function, uint32_t node)
{
    if (bit_array_add(w->region->nodes, w->calls->node_base[function] + node))
        vector_push(&w->stack, (struct region_position){function, node});
}

static void push_next(struct region_walk *w, uint32_t function, uint32_t node)
{
    const struct flow *flow = w->calls->flows[function];
    for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++)
        if (flow->next.targets[k] != flow->exit)
            push_region_node(w, function, flow->next.targets[k]);
}

// Whether the region surely ends at this call.
static bool ends(const struct region_walk *w, const struct call_site *s)
{
    if (!w->locks)
        return s->native != NATIVE_COUNT && s->facts & FACT_ENDS;
    return s->native != NATIVE_COUNT && s->facts & FACT_UNLOCKS &&
           region_same_place(w->locks, w->code, 0, s->code, 0);
}

// Waiting for a condition gives its mutex back meanwhile.
static bool gives_back(const struct region_walk *w, const struct call_site *s)
{
    switch (s->native) {
    case NATIVE_pthread_cond_wait:
    case NATIVE_pthread_cond_timedwait:
    case NATIVE_pthread_cond_clockwait:
    case NATIVE_cnd_wait:
    case NATIVE_cnd_timedwait: return w->locks && region_same_place(w->locks, w->code, 0, s->code, 1);
    default: return false;
    }
}

static void enter_call_targets(struct region_walk *w, const struct call_site *s)
{
    for (uint32_t e = 0; e < s->entered_count; e++) {
        uint32_t function = w->calls->functions[s->first_entered + e];
        if (bit_array_add(w->region->functions, function))
            vector_push(&w->entered, function);
    }
}

// All that is in a function as a whole, and what it calls.
static void walk_entered(struct region_walk *w)
{
    while (w->entered.size) {
        const struct function *f = &w->calls->program->functions[vector_pop(&w->entered)];
        for (uint32_t code = f->first; code < f->end; code = code_next(w->calls->program, code)) {
            const struct call_site *s = calls_at(w->calls, code);
            if (s)
                enter_call_targets(w, s);
        }
    }
}

static void walk_return(struct region_walk *w, uint32_t function)
{
    const struct calls *calls = w->calls;
    bool entered = false;
    for (uint32_t k = calls->caller_starts[function]; k < calls->caller_starts[function + 1]; k++) {
        const struct call_site *s = &calls->sites[calls->callers[k]];
        entered = true;
        if (bit_array_add(w->sites, calls->callers[k]))
            push_next(w, s->function, flow_node_at(calls->flows[s->function], s->code));
        // What follows in the same node, where the call does not end it.
        uint32_t node = flow_node_at(calls->flows[s->function], s->code);
        if (code_next(w->calls->program, s->code) < calls->flows[s->function]->nodes[node].end)
            push_region_node(w, s->function, node);
    }
    w->region->blocks |= !entered; // to the end of the thread
}

static void walk_node(struct region_walk *w, struct region_position at)
{
    const struct program *p = w->calls->program;
    const struct flow *flow = w->calls->flows[at.function];
    for (uint32_t code = flow->nodes[at.node].first; code < flow->nodes[at.node].end;
         code = code_next(p, code)) {
        const struct call_site *s = calls_at(w->calls, code);
        if (p->code[code].op == OP_RETURN)
            walk_return(w, at.function);
        if (!s)
            continue;
        if (ends(w, s))
            return;
        w->region->blocks |= s->waits && !gives_back(w, s);
        enter_call_targets(w, s);
    }
    push_next(w, at.function, at.node);
}

static struct region find_region(const struct calls *calls, const struct dependence *d, uint32_t site)
{
    const struct call_site *s = &calls->sites[site];
    struct region region = {.site = site,
                            .nodes = bit_array_new(calls->node_base[calls->program->functions_count]),
                            .functions = bit_array_new(calls->program->functions_count)};
    struct region_walk w = {.calls = calls,
                            .locks = s->facts & FACT_BEGINS ? NULL : d,
                            .region = &region,
                            .code = s->code,
                            .sites = bit_array_new(calls->site_count)};
    push_next(&w, s->function, flow_node_at(calls->flows[s->function], s->code));
    while (w.stack.size)
        walk_node(&w, vector_pop(&w.stack));
    walk_entered(&w);
    memory_free(w.sites);
    vector_free(&w.stack);
    vector_free(&w.entered);
    return region;
}

struct region region_find(const struct dependence *d, uint32_t site)
{
    return find_region(d->calls, d, site);
}

struct region region_find_section(const struct calls *calls, uint32_t site)
{
    return find_region(calls, NULL, site);
}

void region_free(struct region *region)
{
    memory_free(region->nodes);
    memory_free(region->functions);
}
