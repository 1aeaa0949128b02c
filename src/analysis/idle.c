#include "analysis/idle.h"

#include "analysis/constant_branch.h"
#include "analysis/counted_loops.h"
#include "analysis/decides.h"
#include "base/bit_array.h"
#include "program/registers.h"

enum { REGION_LIMIT = 256 }; // nodes between a branch and where its ways meet

struct idle {
    uint64_t *nothing; // by instruction: idle_decides_nothing
    uint64_t *chosen;  // idle_is_chosen
};

enum idle_answer { NOT_ASKED, ASKED, NO, YES };

struct idle_search {
    const struct dependence *dependence;
    const struct program *program;
    const struct calls *calls;
    struct idle *idle;
    uint8_t *functions;      // by function: enum idle_answer, whether it is idle as a whole
    uint8_t *nodes;          // by node of the program (calls->node_base): whether all it does is idle
    VECTOR(uint32_t) region; // nodes of one function, for which that has been answered
    VECTOR(uint32_t) waiting;
    uint64_t *in_region; // by node of the function, while a region is looked at
};

static bool is_idle_function(struct idle_search *s, uint32_t function);

// ---- instructions

static bool is_idle_call(struct idle_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    const struct call_site *site = calls_at(s->calls, code);
    if (i->op == OP_CALL_NATIVE)
        return site && native_facts(site->native) & FACT_IDLE;
    return i->op == OP_CALL && is_idle_function(s, i->a);
}

static bool is_idle_instruction(struct idle_search *s, uint32_t code)
{
    const struct instruction *i = &s->program->code[code];
    switch (i->op) {
    case OP_JUMP:
    case OP_BRANCH:
    case OP_SWITCH: return true;
    case OP_UNDEF: return false; // makes an input
    default: break;
    }
    if (opcode_is_call(i->op))
        return is_idle_call(s, code);
    return decides_by(i) == BY_NONE && !opcode_is_access(i->op);
}

static bool is_idle_node(struct idle_search *s, const struct flow *flow, uint32_t node)
{
    uint8_t *known = &s->nodes[s->calls->node_base[flow->function] + node];
    if (*known == NOT_ASKED) {
        bool idle = true;
        for (uint32_t code = flow->nodes[node].first; idle && code < flow->nodes[node].end;
             code = code_next(s->program, code))
            idle = is_idle_instruction(s, code) || s->program->code[code].op == OP_RETURN;
        *known = idle ? YES : NO;
    }
    return *known == YES;
}

// ---- regions

static bool add_to_region(struct idle_search *s, const struct flow *flow, uint32_t node)
{
    if (!bit_array_add(s->in_region, node))
        return true;
    vector_push(&s->region, node);
    return s->region.size <= REGION_LIMIT && is_idle_node(s, flow, node);
}

// Collects what is reached from the end of `from` without passing `stop`, or `other_stop`. False: not all of
// that is idle, or it leaves the function elsewhere.
static bool close_region(struct idle_search *s, const struct flow *flow, uint32_t from, uint32_t stop,
                         uint32_t other_stop)
{
    uint32_t looked = 0;
    for (uint32_t node = from;; node = s->region.data[looked++]) {
        for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
            uint32_t to = flow->next.targets[k];
            bool leaves = to == flow->exit && node != from;
            bool stops = to == stop || to == other_stop || to == flow->exit;
            if (leaves || (!stops && !add_to_region(s, flow, to)))
                return false;
        }
        if (looked == s->region.size)
            return true;
    }
}

static bool goes_back(const struct flow *flow, uint32_t from, uint32_t to)
{
    return graph_tree_above(&flow->dominator_tree, to, from);
}

// Which edges within a region are followed: all, or those but for the ones that go back to the head of a
// loop.
enum followed { ALL_EDGES, FORWARD_EDGES };

static bool is_followed(const struct flow *flow, enum followed followed, uint32_t from, uint32_t to)
{
    return followed == ALL_EDGES || !goes_back(flow, from, to);
}

// How many of these lead to a node; *loops: there are others.
static uint32_t count_followed(const struct idle_search *s, const struct flow *flow, enum followed followed,
                               uint32_t node, bool *loops)
{
    uint32_t count = 0;
    for (uint32_t k = flow->before.starts[node]; k < flow->before.starts[node + 1]; k++) {
        uint32_t from = flow->before.targets[k];
        if (!flow->reachable[from] || !bit_array_has(s->in_region, from))
            continue;
        bool is = is_followed(flow, followed, from, node);
        *loops |= !is;
        count += is;
    }
    return count;
}

// Whether control always leaves the region along these edges; the loops of the others have to end.
static bool ends_along(struct idle_search *s, const struct flow *flow, enum followed followed)
{
    uint32_t *left = memory_zalloc((size_t)flow->count + 1, sizeof *left), removed = 0;
    bool ends = true;
    s->waiting.size = 0;
    for (uint32_t k = 0; k < s->region.size && ends; k++) {
        uint32_t node = s->region.data[k];
        bool loops = false;
        left[node] = count_followed(s, flow, followed, node, &loops);
        ends = !loops || counted_loop_ends(s->program, flow, s->dependence->registers[flow->function], node);
        if (left[node] == 0)
            vector_push(&s->waiting, node);
    }
    while (ends && s->waiting.size) {
        uint32_t node = vector_pop(&s->waiting);
        removed++;
        for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
            uint32_t to = flow->next.targets[k];
            if (to != flow->exit && bit_array_has(s->in_region, to) &&
                is_followed(flow, followed, node, to) && --left[to] == 0)
                vector_push(&s->waiting, to);
        }
    }
    memory_free(left);
    return ends && removed == s->region.size;
}

// Whether control always leaves the region: there is no way round in it, or each loop in there ends, and
// without the ways back to their heads there is no other way round.
static bool region_ends(struct idle_search *s, const struct flow *flow)
{
    return ends_along(s, flow, ALL_EDGES) || ends_along(s, flow, FORWARD_EDGES);
}

static void begin_region(struct idle_search *s, const struct flow *flow)
{
    s->region.size = 0;
    s->in_region = bit_array_new(flow->count);
}

static void end_region(struct idle_search *s)
{
    memory_free(s->in_region);
    s->in_region = NULL;
}

// ---- functions

static bool find_idle_in_function(struct idle_search *s, uint32_t function)
{
    const struct function *f = &s->program->functions[function];
    const struct flow *flow = s->calls->flows[function];
    if (f->kind != FUNCTION_DEFINED || f->flags & (FUNCTION_VARIADIC | FUNCTION_ATOMIC) || !flow)
        return false;
    for (uint32_t node = 0; node < flow->count; node++)
        if (flow->reachable[node] && !is_idle_node(s, flow, node))
            return false;
    begin_region(s, flow);
    bool idle = true;
    for (uint32_t node = 0; node < flow->count && idle; node++)
        idle = !flow->reachable[node] || add_to_region(s, flow, node);
    idle = idle && region_ends(s, flow);
    end_region(s);
    return idle;
}

// One that calls itself is none.
static bool is_idle_function(struct idle_search *s, uint32_t function)
{
    uint8_t *answer = &s->functions[function];
    if (*answer == NOT_ASKED) {
        *answer = ASKED;
        *answer = find_idle_in_function(s, function) ? YES : NO;
    }
    return *answer == YES;
}

// ---- branches

// The first node that all ways from the end of `node` pass, which may be itself; flow->exit: none. An edge
// from a branch to the exit is none of the program (flow.h).
static uint32_t find_meeting(const struct flow *flow, uint32_t node)
{
    uint32_t meet = NO_NODE;
    for (uint32_t k = flow->next.starts[node]; k < flow->next.starts[node + 1]; k++) {
        uint32_t to = flow->next.targets[k];
        if (to == flow->exit)
            continue;
        if (meet == NO_NODE)
            meet = to;
        while (meet != NO_NODE && meet != flow->exit &&
               !graph_tree_above(&flow->post_dominator_tree, meet, to))
            meet = flow->post_dominators[meet];
    }
    return meet;
}

// As `for (;;) { for (n = 0; n < 100; n++) look(); sched_yield(); }`: one way leads straight to where the
// ways meet, the other one comes to the branch again, and then goes there.
static bool comes_again_once(struct idle_search *s, const struct flow *flow, uint32_t node, uint32_t meet)
{
    uint32_t target;
    return is_idle_node(s, flow, node) && close_region(s, flow, node, meet, node) && region_ends(s, flow) &&
           constant_branch_from(s->program, flow, s->dependence->registers[flow->function], node,
                                s->in_region, &target) &&
           flow_node_at(flow, target) == meet && add_to_region(s, flow, node);
}

// With the nodes between it and where its ways meet in the region.
static bool is_idle_branch(struct idle_search *s, const struct flow *flow, uint32_t node)
{
    uint32_t meet = find_meeting(flow, node);
    if (meet == NO_NODE || meet == flow->exit)
        return false;
    if (close_region(s, flow, node, meet, meet) && region_ends(s, flow))
        return true;
    end_region(s);
    begin_region(s, flow);
    return meet != node && comes_again_once(s, flow, node, meet);
}

static void choose_region(struct idle_search *s, const struct flow *flow)
{
    for (uint32_t k = 0; k < s->region.size; k++)
        for (uint32_t code = flow->nodes[s->region.data[k]].first; code < flow->nodes[s->region.data[k]].end;
             code++)
            bit_array_add(s->idle->chosen, code);
}

static void look_at_node(struct idle_search *s, const struct flow *flow, uint32_t node)
{
    uint32_t last = flow_last(s->program, flow, node);
    for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end;
         code = code_next(s->program, code))
        if (opcode_is_call(s->program->code[code].op) && is_idle_call(s, code))
            bit_array_add(s->idle->nothing, code);
    if (s->program->code[last].op != OP_BRANCH && s->program->code[last].op != OP_SWITCH)
        return;
    begin_region(s, flow);
    if (is_idle_branch(s, flow, node)) {
        bit_array_add(s->idle->nothing, last);
        choose_region(s, flow);
    }
    end_region(s);
}

struct idle *idle_compute(const struct dependence *dependence)
{
    const struct calls *calls = dependence->calls;
    const struct program *program = dependence->program;
    struct idle *idle = memory_zalloc(1, sizeof *idle);
    idle->nothing = bit_array_new(program->code_count);
    idle->chosen = bit_array_new(program->code_count);
    struct idle_search s = {.dependence = dependence, .program = program, .calls = calls, .idle = idle};
    s.functions = memory_zalloc((size_t)program->functions_count + 1, 1);
    s.nodes = memory_zalloc((size_t)calls->node_base[program->functions_count] + 1, 1);
    for (uint32_t f = 0; f < program->functions_count; f++) {
        const struct flow *flow = calls->flows[f];
        for (uint32_t node = 0; flow && node < flow->count; node++)
            is_idle_node(&s, flow, node);
        for (uint32_t node = 0; flow && node < flow->count; node++)
            if (flow->reachable[node])
                look_at_node(&s, flow, node);
    }
    memory_free(s.functions);
    memory_free(s.nodes);
    vector_free(&s.region);
    vector_free(&s.waiting);
    return idle;
}

void idle_free(struct idle *idle)
{
    if (!idle)
        return;
    memory_free(idle->nothing);
    memory_free(idle->chosen);
    memory_free(idle);
}

bool idle_decides_nothing(const struct idle *idle, uint32_t code)
{
    return bit_array_has(idle->nothing, code);
}

bool idle_is_chosen(const struct idle *idle, uint32_t code)
{
    return bit_array_has(idle->chosen, code);
}
