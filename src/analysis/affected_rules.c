#include "analysis/affected_state.h"

#include "analysis/address_use.h"
#include "analysis/counted_loops.h"
#include "base/rules.h"

// ---- what may not end

// What may be executed after the instruction in a call of its function may not be any more: see
// follow_endless.
static void add_behind(struct affected_version *m, uint32_t code)
{
    vector_push(&m->behind, code);
}

static void join_all(struct affected_version *m)
{
    const struct calls *calls = affected_calls(m);
    if (m->joins)
        return;
    m->joins = true;
    for (uint32_t k = 0; k < calls->site_count; k++)
        if (calls->sites[k].facts & FACT_JOINS) {
            affected_add_code(m, calls->sites[k].code);
            add_behind(m, calls->sites[k].code);
        }
}

// Callers, and who joins the thread, may not go on any more.
static void may_not_come_back(struct affected_version *m, uint32_t function)
{
    const struct calls *calls = affected_calls(m);
    if (!bit_array_add(m->endless, function))
        return;
    for (uint32_t k = calls->caller_starts[function]; k < calls->caller_starts[function + 1]; k++)
        add_behind(m, calls->sites[calls->callers[k]].code);
    for (uint32_t k = 0; k < m->program->constructors_count; k++)
        if (m->program->constructors[k] == function)
            affected_add(m, m->dependence->nodes.called + m->program->main);
    join_all(m);
}

// All that may be executed after an instruction in a call of its function.
static void add_all_behind(struct affected_version *m, uint32_t code)
{
    const struct calls *calls = affected_calls(m);
    const struct flow *flow = calls_flow_at(calls, code);
    uint32_t node = flow_node_at(flow, code), base = calls->node_base[flow->function];
    uint64_t *behind = bit_array_new(flow->count);
    for (uint32_t next = code_next(m->program, code); next < flow->nodes[node].end;
         next = code_next(m->program, next))
        affected_add_code(m, next);
    flow_reach(flow, node, behind);
    for (uint32_t k = 0; k < flow->count; k++)
        if (bit_array_has(behind, k))
            affected_add(m, m->dependence->nodes.reached + base + k);
    memory_free(behind);
    may_not_come_back(m, flow->function);
}

static void follow_endless(struct affected_version *m)
{
    while (m->behind.size)
        add_all_behind(m, vector_pop(&m->behind));
}

// Whether the edge goes back to the head of a loop that goes round only so often.
static bool counted_edge(const struct affected_version *m, const struct flow *flow, uint32_t from,
                         uint32_t to)
{
    return flow_dominates(flow, to, from) &&
           counted_loop_ends(m->program, flow, m->dependence->registers[flow->function], to);
}

// Whether each loop that the node may leave goes round only so often: every edge against the reverse
// postorder, within the strongly connected component, is such an edge.
static bool loops_end(const struct affected_version *m, const struct flow *flow, uint32_t node)
{
    uint32_t *order = memory_alloc(((size_t)flow->count + 1) * sizeof *order);
    uint32_t *position = memory_zalloc((size_t)flow->count + 1, sizeof *position);
    uint32_t reached = graph_order(&flow->next, 0, order);
    bool end = true;
    for (uint32_t k = 0; k < reached; k++)
        position[order[k]] = k;
    for (uint32_t from = 0; from < flow->count && end; from++)
        for (uint32_t k = flow->next.starts[from]; k < flow->next.starts[from + 1] && end; k++) {
            uint32_t to = flow->next.targets[k];
            bool inside = flow->components[from] == flow->components[node] &&
                          flow->components[to] == flow->components[node];
            if (flow->reachable[from] && inside && position[to] <= position[from])
                end = counted_edge(m, flow, from, to);
        }
    memory_free(order);
    memory_free(position);
    return end;
}

// Whether the instruction decides about the going on of a loop that may go on for ever.
static bool decides_endless_loop(const struct affected_version *m, uint32_t code)
{
    const struct flow *flow = calls_flow_at(affected_calls(m), code);
    uint32_t node = flow_node_at(flow, code);
    return flow->leaves_loop[node] && code == flow_last(m->program, flow, node) && !loops_end(m, flow, node);
}

// ---- heap addresses

static bool points_to_heap(const struct affected_version *m, uint32_t code, uint32_t register_number)
{
    struct points_to *pt = affected_calls(m)->points_to;
    const struct place_set *places = points_to_operand(pt, code, register_number);
    for (uint32_t k = 0; k < places->size; k++)
        if (!places->data[k].object || points_to_object(pt, places->data[k].object)->kind == ABSTRACT_HEAP)
            return true;
    return false;
}

// With something else than null.
static bool compares_with_non_null(const struct affected_version *m, uint32_t code)
{
    const struct instruction *i = &m->program->code[code];
    if (i->op == OP_CMPXCHG)
        return true;
    if (i->op < OP_EQ || i->op > OP_SGE_I)
        return false;
    bool immediate = opcode_format(i->op)[2] == 'i';
    if ((i->op == OP_EQ_I || i->op == OP_NE_I) && i->b == 0)
        return false;
    return points_to_heap(m, code, i->a) || (!immediate && points_to_heap(m, code, i->b));
}

static void compare_all(struct affected_version *m)
{
    if (m->addresses)
        return;
    m->addresses = true;
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code))
        if (points_to_reachable(affected_calls(m)->points_to, affected_calls(m)->function_of[code]) &&
            compares_with_non_null(m, code))
            affected_add_code(m, code);
}

// Which of two addresses is the lower one depends on what is made first, and by which thread.
static void order_all(struct affected_version *m)
{
    const struct calls *calls = affected_calls(m);
    const struct address_question question = {m->program, calls->points_to, NULL, NULL, true, NULL};
    if (m->orders)
        return;
    m->orders = true;
    for (uint32_t code = 0; code < m->program->code_count; code = code_next(m->program, code)) {
        uint32_t function = calls->function_of[code];
        if (points_to_reachable(calls->points_to, function) &&
            address_use_at(&question, m->dependence->registers[function], code) == ADDRESS_USE_ORDER)
            affected_add_code(m, code);
    }
}

static bool instruction_makes_object(const struct affected_version *m, uint32_t code,
                                     const struct call_site *site)
{
    unsigned op = m->program->code[code].op;
    return op == OP_ALLOCA || op == OP_ALLOCA_DYN || (site && site->facts & (FACT_ALLOCATES | FACT_CREATES));
}

// ---- all of them

void affected_apply_rules(struct affected_version *m, uint32_t node)
{
    if (node >= m->program->code_count)
        return;
    const struct call_site *site = calls_at(affected_calls(m), node);
    if (site && site->facts & (FACT_WAITS | FACT_LOCKS) && rule_holds(RULE_EDIT_JOINS))
        join_all(m);
    if (site && site->facts & (FACT_ALLOCATES | FACT_FREES) && rule_holds(RULE_EDIT_HEAP))
        compare_all(m);
    if (instruction_makes_object(m, node, site) && rule_holds(RULE_EDIT_ADDRESSES))
        order_all(m);
    if (rule_holds(RULE_EDIT_LOOPS) && decides_endless_loop(m, node))
        add_behind(m, node);
    follow_endless(m);
}
