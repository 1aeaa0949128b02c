#include "analysis/unreached.h"

#include "program/registers.h"

// Nodes of one function's flow that are never executed: those with such an instruction, and those from which
// control can only go on there.
static void spread_unreached(const struct program *p, const struct flow *flow, uint64_t *never)
{
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t n = 0; n < flow->count; n++) {
            bool all = flow->next.starts[n] < flow->next.starts[n + 1] &&
                       !opcode_is_call(p->code[flow_last(p, flow, n)].op);
            for (uint32_t k = flow->next.starts[n]; k < flow->next.starts[n + 1] && all; k++)
                all = flow->next.targets[k] != flow->exit && bit_array_has(never, flow->next.targets[k]);
            more |= all && bit_array_add(never, n);
        }
    }
}

// Whether control leaves the node to one other node only, besides those that are never executed.
static bool has_one_way(const struct flow *flow, uint32_t node, const uint64_t *never)
{
    uint32_t way = NO_NODE, ways = 0, closed = 0;
    for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
        uint32_t target = flow->next.targets[k];
        if (target != flow->exit && bit_array_has(never, target)) {
            closed++;
        } else if (target != way) {
            way = target;
            ways++;
        }
    }
    return ways == 1 && closed > 0;
}

static void exclude_in(struct slice *slice, const struct flow *flow, const uint64_t *unreached)
{
    const struct program *p = slice->dependence->program;
    const struct calls *calls = slice->dependence->calls;
    uint64_t *never = bit_array_new(flow->count);
    bool any = false;
    for (uint32_t code = flow->first; code < flow->end; code = code_next(p, code)) {
        if (!bit_array_has(unreached, code))
            continue;
        any = true;
        bit_array_add(never, flow_node_at(flow, code));
        if (calls->site_of[code] != NO_CODE)
            slice_exclude(slice, slice->dependence->nodes.continues + calls->site_of[code]);
    }
    if (any)
        spread_unreached(p, flow, never);
    for (uint32_t n = 0; n < flow->count && any; n++) {
        uint32_t last = flow_last(p, flow, n);
        if (p->code[last].op == OP_BRANCH && has_one_way(flow, n, never))
            slice_exclude(slice, last);
    }
    memory_free(never);
}

void unreached_exclude(struct slice *slice, const uint64_t *unreached)
{
    const struct program *p = slice->dependence->program;
    for (uint32_t f = 0; f < p->functions_count; f++)
        if (slice->dependence->calls->flows[f])
            exclude_in(slice, slice->dependence->calls->flows[f], unreached);
}
