#include "analysis/loop_exits.h"

#include "analysis/constant_branch.h"
#include "program/registers.h"

enum loop_answer { NOT_ASKED, ASKED, NO, YES };

struct loop_exits {
    const struct calls *calls;
    // by function
    bool *ends;         // a call of it may be the last thing that a thread does there
    bool *ends_by_user; // and not only by code of the runtime library
    uint8_t *fails;     // enum loop_answer, whether every way through it fails
    bool **failing;     // by node: every way from its start fails; NULL: not asked
    bool **entered; // by node: some way leads there whose conditions are not always false; NULL: not asked
    uint8_t **left; // by loop: enum loop_answer; NULL: not asked
    struct registers **registers; // NULL: not asked
};

static bool is_runtime_function(const struct loop_exits *e, uint32_t function)
{
    return e->calls->program->functions[function].flags & FUNCTION_RUNTIME;
}

static uint32_t entered(const struct loop_exits *e, const struct call_site *site, uint32_t number)
{
    return e->calls->functions[site->first_entered + number];
}

// ---- what fails

static bool function_fails(struct loop_exits *e, uint32_t function);

static bool function_comes_back(const struct loop_exits *e, uint32_t function)
{
    const struct program *p = e->calls->program;
    const struct flow *flow = e->calls->flows[function];
    for (uint32_t n = 0; flow && n < flow->count; n++)
        if (flow->reachable[n] && p->code[flow_last(p, flow, n)].op == OP_RETURN)
            return true;
    return !flow;
}

static bool ends_itself(const struct call_site *site)
{
    return site->facts & (FACT_ENDS_THREAD | FACT_ENDS_PROGRAM);
}

static bool call_fails(struct loop_exits *e, const struct call_site *site)
{
    bool fails = site->entered_count > 0 && !(site->facts & FACT_STOPS);
    if (site->native != NATIVE_COUNT && !site->entered_count)
        fails = site->facts & (FACT_ASSERTS | FACT_ABORTS) && !(site->facts & FACT_CONDITION);
    for (uint32_t k = 0; k < site->entered_count && fails; k++)
        fails = function_fails(e, entered(e, site, k));
    return fails;
}

// Whether it does not come back, and not since it fails.
static bool call_leaves(struct loop_exits *e, const struct call_site *site)
{
    bool leaves = ends_itself(site);
    for (uint32_t k = 0; k < site->entered_count && !leaves; k++)
        leaves = !function_comes_back(e, entered(e, site, k)) && !function_fails(e, entered(e, site, k));
    return leaves;
}

// YES: who comes to the node fails in it. NO: who comes there does something else for certain. NOT_ASKED:
// what comes next decides.
static enum loop_answer node_fails(struct loop_exits *e, const struct flow *flow, uint32_t node)
{
    const struct program *p = e->calls->program;
    for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end; code = code_next(p, code)) {
        const struct call_site *site = calls_at(e->calls, code);
        if (site && call_leaves(e, site))
            return NO;
        if (site && call_fails(e, site))
            return YES;
    }
    switch (p->code[flow_last(p, flow, node)].op) {
    case OP_RETURN:
    case OP_UNSUPPORTED: return NO;
    case OP_UNREACHABLE: return YES;
    default: return NOT_ASKED;
    }
}

static bool all_that_follow_fail(const struct flow *flow, const bool *fails, uint32_t node)
{
    bool any = false;
    for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
        uint32_t to = flow->next.targets[k];
        if (to != flow->exit && !fails[to])
            return false;
        any |= to != flow->exit;
    }
    return any;
}

// The least set of them: who goes round for ever does not fail.
static bool *find_failing(struct loop_exits *e, const struct flow *flow)
{
    uint8_t *node = memory_zalloc((size_t)flow->count + 1, sizeof *node);
    bool *fails = memory_zalloc((size_t)flow->count + 1, sizeof *fails);
    for (uint32_t n = 0; n < flow->count; n++) {
        node[n] = (uint8_t)node_fails(e, flow, n);
        fails[n] = node[n] == YES;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = flow->count; n-- > 0;)
            if (!fails[n] && node[n] == NOT_ASKED && all_that_follow_fail(flow, fails, n))
                changed = fails[n] = true;
    }
    memory_free(node);
    return fails;
}

// Functions without code do not fail, and those that only do if they call themselves.
static bool function_fails(struct loop_exits *e, uint32_t function)
{
    const struct flow *flow = e->calls->flows[function];
    if (e->fails[function] == NOT_ASKED && flow) {
        e->fails[function] = ASKED;
        e->failing[function] = find_failing(e, flow);
        e->fails[function] = e->failing[function][0] ? YES : NO;
    }
    return e->fails[function] == YES;
}

// ---- what ends threads

static bool is_unknown(const struct call_site *site)
{
    return site->native == NATIVE_COUNT && site->facts & FACT_STOPS;
}

static bool may_leave(const struct loop_exits *e, const struct call_site *site)
{
    bool user = !is_runtime_function(e, site->function),
         leaves = user && (ends_itself(site) || is_unknown(site));
    for (uint32_t k = 0; k < site->entered_count && !leaves; k++)
        leaves = (user ? e->ends : e->ends_by_user)[entered(e, site, k)];
    return leaves;
}

// Of the runtime library only what never comes back counts (exit), and not what may end the program besides
// what it is for (output that nobody reads). What functions of the user do counts wherever they are called.
static void find_ends(struct loop_exits *e)
{
    const struct calls *calls = e->calls;
    for (uint32_t f = 0; f < calls->program->functions_count; f++) {
        e->ends[f] = !function_comes_back(e, f) && !function_fails(e, f);
        e->ends_by_user[f] = e->ends[f] && !is_runtime_function(e, f);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = calls->site_count; k-- > 0;) {
            const struct call_site *site = &calls->sites[k];
            if (!e->ends_by_user[site->function] && may_leave(e, site))
                e->ends[site->function] = e->ends_by_user[site->function] = changed = true;
        }
    }
}

// ---- life

struct loop_exits *loop_exits_new(const struct calls *calls)
{
    struct loop_exits *e = memory_zalloc(1, sizeof *e);
    size_t functions = (size_t)calls->program->functions_count + 1;
    e->calls = calls;
    e->ends = memory_zalloc(functions, sizeof *e->ends);
    e->ends_by_user = memory_zalloc(functions, sizeof *e->ends_by_user);
    e->fails = memory_zalloc(functions, sizeof *e->fails);
    e->failing = memory_zalloc(functions, sizeof(bool *));
    e->entered = memory_zalloc(functions, sizeof(bool *));
    e->left = memory_zalloc(functions, sizeof(uint8_t *));
    e->registers = memory_zalloc(functions, sizeof(struct registers *));
    find_ends(e);
    return e;
}

void loop_exits_free(struct loop_exits *e)
{
    if (!e)
        return;
    for (uint32_t f = 0; f < e->calls->program->functions_count; f++) {
        memory_free(e->failing[f]);
        memory_free(e->entered[f]);
        memory_free(e->left[f]);
        registers_free(e->registers[f]);
    }
    memory_free(e->ends);
    memory_free(e->ends_by_user);
    memory_free(e->fails);
    memory_free(e->failing);
    memory_free(e->entered);
    memory_free(e->left);
    memory_free(e->registers);
    memory_free(e);
}

// ---- loops

static const struct loop_place nowhere = {NO_FUNCTION, NO_LOOP};

struct loop_place loop_exits_at(const struct loop_exits *e, uint32_t code)
{
    const struct flow *flow = calls_flow_at(e->calls, code);
    uint32_t loop = flow ? flow->loops.of[flow_node_at(flow, code)] : NO_LOOP;
    return loop == NO_LOOP ? nowhere : (struct loop_place){flow->function, loop};
}

struct loop_place loop_exits_around(const struct loop_exits *e, struct loop_place a, struct loop_place b)
{
    if (a.function == NO_FUNCTION || a.function != b.function)
        return nowhere;
    uint32_t loop = flow_loop_around(e->calls->flows[a.function], a.loop, b.loop);
    return loop == NO_LOOP ? nowhere : (struct loop_place){a.function, loop};
}

struct loop_place loop_exits_outer(const struct loop_exits *e, struct loop_place place)
{
    uint32_t loop = e->calls->flows[place.function]->loops.outer[place.loop];
    return loop == NO_LOOP ? nowhere : (struct loop_place){place.function, loop};
}

uint32_t loop_exits_begin(const struct loop_exits *e, struct loop_place place)
{
    const struct flow *flow = e->calls->flows[place.function];
    uint32_t node = 0;
    while (!flow_in_loop(flow, place.loop, node))
        node++;
    const struct program *p = e->calls->program;
    uint32_t first = flow->nodes[node].first, last = flow_last(p, flow, node), code = first;
    while (code < last && !p->locations[p->location_of[code]].line)
        code++;
    return p->locations[p->location_of[code]].line ? code : first;
}

// Whether control may go from the end of a node to another one, as far as constants tell.
static bool may_go_to_node(struct loop_exits *e, const struct flow *flow, uint32_t node, uint32_t to)
{
    const struct program *p = e->calls->program;
    uint32_t last = flow_last(p, flow, node), only;
    if (p->code[last].op != OP_BRANCH)
        return true;
    if (!e->registers[flow->function])
        e->registers[flow->function] = registers_compute(p, flow);
    return !constant_branch(p, e->registers[flow->function], last, &only) || flow_node_at(flow, only) == to;
}

// The nodes that are not behind conditions which never hold.
static const bool *find_entered(struct loop_exits *e, const struct flow *flow)
{
    bool *entered = e->entered[flow->function];
    if (entered)
        return entered;
    entered = e->entered[flow->function] = memory_zalloc((size_t)flow->count + 1, sizeof *entered);
    entered[0] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < flow->count; n++)
            for (uint32_t k = flow->next.starts[n]; entered[n] && k < flow->next.starts[n + 1]; k++) {
                uint32_t to = flow->next.targets[k];
                if (to != flow->exit && !entered[to] && may_go_to_node(e, flow, n, to))
                    changed = entered[to] = true;
            }
    }
    return entered;
}

static bool leaves_from(struct loop_exits *e, const struct flow *flow, uint32_t loop, uint32_t node)
{
    const struct program *p = e->calls->program;
    for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
        uint32_t to = flow->next.targets[k];
        if (to != flow->exit && !flow_in_loop(flow, loop, to) && !e->failing[flow->function][to] &&
            may_go_to_node(e, flow, node, to))
            return true;
    }
    for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end; code = code_next(p, code))
        if (calls_at(e->calls, code) && may_leave(e, calls_at(e->calls, code)))
            return true;
    return false;
}

static bool leads_out(struct loop_exits *e, const struct flow *flow, uint32_t loop)
{
    const bool *entered = find_entered(e, flow);
    for (uint32_t n = 0; n < flow->count; n++)
        if (flow_in_loop(flow, loop, n) && entered[n] && leaves_from(e, flow, loop, n))
            return true;
    return false;
}

bool loop_exits_lead_out(struct loop_exits *e, struct loop_place place)
{
    const struct flow *flow = e->calls->flows[place.function];
    function_fails(e, place.function); // finds the nodes that do
    if (!e->left[place.function])
        e->left[place.function] = memory_zalloc((size_t)flow->loops.count + 1, 1);
    uint8_t *left = &e->left[place.function][place.loop];
    if (*left == NOT_ASKED)
        *left = leads_out(e, flow, place.loop) ? YES : NO;
    return *left == YES;
}
