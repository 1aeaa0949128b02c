// What comes after waiting depends on what is waited for, and what is done under a lock, or in an atomic
// section, depends on what keeps other threads away. A lock counts as waiting only where one that holds it
// may wait itself, or never give it back.
#include "analysis/dependence_build.h"
#include "analysis/regions.h"
#include "base/bit_array.h"

// ---- waiting

static uint32_t waited_node(const struct dependence *d, uint32_t function, uint32_t node)
{
    return d->nodes.waited + d->calls->node_base[function] + node;
}

// From the node to what a call that may wait waits for.
static void add_wait(struct dependence_build *b, uint32_t from, const struct call_site *s,
                     const uint64_t *waiting)
{
    const struct dependence *d = b->d;
    if (bit_array_has(waiting, s->code))
        dependence_add(b, from, s->code, DEPENDENCE_WAIT);
    for (uint32_t e = 0; e < s->entered_count; e++) {
        uint32_t function = d->calls->functions[s->first_entered + e];
        const struct flow *flow = d->calls->flows[function];
        for (uint32_t n = 0; d->calls->function_waits[function] && n < flow->count; n++)
            if (d->program->code[flow_last(d->program, flow, n)].op == OP_RETURN)
                dependence_add(b, from, waited_node(d, function, n), DEPENDENCE_WAIT);
    }
}

static void add_waits(struct dependence_build *b, uint32_t function, const uint64_t *waiting)
{
    const struct dependence *d = b->d;
    const struct flow *flow = d->calls->flows[function];
    for (uint32_t n = 0; n < flow->count; n++) {
        uint32_t waited = waited_node(d, function, n);
        dependence_add(b, dependence_node_reached(d, function, n), waited, DEPENDENCE_WAIT);
        for (uint32_t k = flow->before.starts[n]; k < flow->before.starts[n + 1]; k++) {
            uint32_t before = flow->before.targets[k];
            const struct call_site *s = calls_at(d->calls, flow_last(d->program, flow, before));
            dependence_add(b, waited, waited_node(d, function, before), DEPENDENCE_WAIT);
            if (s && s->waits)
                add_wait(b, waited, s, waiting);
        }
    }
}

// ---- locks

struct locks {
    struct dependence_build *b;
    VECTOR(struct region) regions;
    uint32_t *inside; // by function: node of all that it does as a whole; NO_NODE: none yet
};

static bool visible(const struct dependence *d, uint32_t code)
{
    return d->calls->site_of[code] != NO_CODE || threads_accesses_shared(d->threads, code);
}

static bool matters_inside(const struct dependence *d, uint32_t code)
{
    const struct call_site *s = calls_at(d->calls, code);
    return (!s || !access_list_empty(points_to_accesses(d->calls->points_to, code))) && visible(d, code);
}

static void add_inside(struct locks *l, uint32_t function, const struct region *region, uint32_t lock)
{
    const struct dependence *d = l->b->d;
    const struct flow *flow = d->calls->flows[function];
    uint32_t base = d->calls->node_base[function];
    for (uint32_t n = 0; n < flow->count; n++) {
        if (!bit_array_has(region->nodes, base + n))
            continue;
        for (uint32_t code = flow->nodes[n].first; code < flow->nodes[n].end;
             code = code_next(d->program, code))
            if (matters_inside(d, code))
                dependence_add(l->b, code, lock, DEPENDENCE_LOCK);
    }
}

// All accesses of a function that is in some region as a whole, made once.
static uint32_t inside_node(struct locks *l, uint32_t function)
{
    const struct dependence *d = l->b->d;
    if (l->inside[function] != NO_NODE)
        return l->inside[function];
    l->inside[function] = dependence_new_node(l->b);
    for (uint32_t code = d->program->functions[function].first; code < d->program->functions[function].end;
         code = code_next(d->program, code))
        if (matters_inside(d, code))
            dependence_add(l->b, code, l->inside[function], DEPENDENCE_LOCK);
    return l->inside[function];
}

static void add_locked_region(struct locks *l, const struct region *region)
{
    const struct dependence *d = l->b->d;
    uint32_t lock = d->calls->sites[region->site].code;
    for (uint32_t f = 0; f < d->program->functions_count; f++) {
        if (!d->calls->flows[f])
            continue;
        if (bit_array_has(region->functions, f))
            dependence_add(l->b, inside_node(l, f), lock, DEPENDENCE_LOCK);
        else
            add_inside(l, f, region, lock);
    }
}

// Sections end where control leaves them; locks and unlocks meet in the state of the lock.
static void add_ends_of_section(struct locks *l, const struct region *region)
{
    const struct dependence *d = l->b->d;
    const struct call_site *begin = &d->calls->sites[region->site];
    for (uint32_t k = 0; begin->facts & FACT_BEGINS && k < d->calls->site_count; k++) {
        const struct call_site *s = &d->calls->sites[k];
        uint32_t node =
            d->calls->node_base[s->function] + flow_node_at(d->calls->flows[s->function], s->code);
        if (s->facts & FACT_ENDS &&
            (bit_array_has(region->nodes, node) || bit_array_has(region->functions, s->function)))
            dependence_add(l->b, begin->code, s->code, DEPENDENCE_SYNCHRONISATION);
    }
}

// Whether taking this lock may have to wait for something else than its holder's going on.
static bool may_wait_long(const struct locks *l, const struct call_site *s)
{
    const struct dependence *d = l->b->d;
    for (uint32_t k = 0; k < l->regions.size; k++) {
        const struct region *r = &l->regions.data[k];
        const struct call_site *other = &d->calls->sites[r->site];
        if (r->blocks && other->facts & FACT_LOCKS && region_may_be_same_place(d, s->code, other->code))
            return true;
    }
    return false;
}

// The calls of natives that may wait for ever (if nobody does something).
static uint64_t *find_waiting(const struct locks *l)
{
    const struct dependence *d = l->b->d;
    uint64_t *waiting = bit_array_new(d->program->code_count);
    for (uint32_t k = 0; k < d->calls->site_count; k++) {
        const struct call_site *s = &d->calls->sites[k];
        if (s->facts & FACT_TRIES)
            continue;
        if (s->facts & FACT_WAITS || (s->facts & FACT_LOCKS && may_wait_long(l, s)))
            bit_array_add(waiting, s->code);
    }
    return waiting;
}

void dependence_build_order(struct dependence_build *b)
{
    const struct dependence *d = b->d;
    uint32_t functions = d->program->functions_count;
    struct locks l = {.b = b, .inside = memory_alloc(((size_t)functions + 1) * sizeof *l.inside)};
    for (uint32_t f = 0; f < functions; f++)
        l.inside[f] = NO_NODE;
    for (uint32_t k = 0; k < d->calls->site_count; k++)
        if (d->calls->sites[k].facts & (FACT_LOCKS | FACT_BEGINS) &&
            d->calls->sites[k].native != NATIVE_COUNT)
            vector_push(&l.regions, region_find(d, k));
    for (uint32_t k = 0; k < l.regions.size; k++) {
        add_locked_region(&l, &l.regions.data[k]);
        add_ends_of_section(&l, &l.regions.data[k]);
    }
    uint64_t *waiting = find_waiting(&l);
    for (uint32_t f = 0; f < functions; f++)
        if (d->calls->flows[f])
            add_waits(b, f, waiting);
    for (uint32_t k = 0; k < l.regions.size; k++)
        region_free(&l.regions.data[k]);
    vector_free(&l.regions);
    memory_free(waiting);
    memory_free(l.inside);
}
