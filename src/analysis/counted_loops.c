#include "analysis/counted_loops.h"

#include "analysis/decides.h"
#include "base/bit_array.h"
#include "base/sign_extend.h"
#include "program/registers.h"

enum { EXPRESSION_DEPTH = 4 };

struct recognition {
    const struct program *program;
    const struct flow *flow;
    const struct registers *registers;
    struct counted_loop *loop;
};

// ---- the loop

static bool in_loop(const struct counted_loop *loop, uint32_t node)
{
    return node < loop->flow->count && bit_array_has(loop->nodes, node);
}

// The natural loop of `head`; false: it is the head of none.
static bool make_loop(struct counted_loop *loop, const struct flow *flow, uint32_t head)
{
    *loop = (struct counted_loop){
        .flow = flow, .head = head, .nodes = flow_natural_loop(flow, head), .bound_flow = flow};
    for (uint32_t n = 0; loop->nodes && n < flow->count; n++)
        loop->node_count += bit_array_has(loop->nodes, n);
    return loop->nodes != NULL;
}

// ---- what it counts

static bool value_behind_copies(const struct recognition *r, uint32_t code, uint32_t number,
                                struct register_value *value)
{
    return registers_copied(r->registers, r->program, code, number, value);
}

static bool constant_of(const struct recognition *r, struct register_value value, int64_t *constant)
{
    if (value.kind != VALUE_CODE || r->program->code[value.number].op != OP_CONST)
        return false;
    const struct instruction *i = &r->program->code[value.number];
    *constant = sign_extend(instruction_immediate(i), i->width);
    return true;
}

// Whether the operand of the merge at the head is the counter plus one.
static bool is_counter_plus_one(const struct recognition *r, struct register_value value, uint32_t merge)
{
    if (value.kind != VALUE_CODE)
        return false;
    const struct instruction *i = &r->program->code[value.number];
    struct register_value counter;
    if (i->op == OP_MOVE)
        return value_behind_copies(r, value.number, i->a, &counter) && is_counter_plus_one(r, counter, merge);
    return i->op == OP_ADD_I && i->b == 1 && in_loop(r->loop, flow_node_at(r->flow, value.number)) &&
           value_behind_copies(r, value.number, i->a, &counter) && counter.kind == VALUE_MERGE &&
           counter.number == merge;
}

static bool is_counter_start(const struct recognition *r, struct register_value value, int64_t *from)
{
    if (value.kind != VALUE_CODE || in_loop(r->loop, flow_node_at(r->flow, value.number)))
        return false;
    const struct instruction *i = &r->program->code[value.number];
    struct register_value copied;
    if (i->op == OP_MOVE)
        return value_behind_copies(r, value.number, i->a, &copied) && is_counter_start(r, copied, from);
    return constant_of(r, value, from);
}

// Whether the value is a counter: a constant on entry, one more with every round.
static bool is_counter(const struct recognition *r, struct register_value value)
{
    if (value.kind != VALUE_MERGE || r->registers->merge_nodes[value.number] != r->loop->head)
        return false;
    bool started = false;
    uint32_t end = r->registers->merge_starts[value.number + 1];
    for (uint32_t k = r->registers->merge_starts[value.number]; k < end; k++) {
        int64_t from;
        if (is_counter_plus_one(r, r->registers->operands[k], value.number))
            continue;
        if (!is_counter_start(r, r->registers->operands[k], &from) || (started && from != r->loop->from))
            return false;
        r->loop->from = from;
        started = true;
    }
    return started;
}

// ---- when it goes on

struct counted_loops_comparison {
    uint16_t op, immediate, negated; // opcodes; negated: 1 with what the loop is left instead of gone on
    uint16_t meaning;
};

static const struct counted_loops_comparison comparisons[] = {
    {OP_SLT, 0, 0, OP_SLT}, {OP_SLT_I, 1, 0, OP_SLT}, {OP_ULT, 0, 0, OP_ULT}, {OP_ULT_I, 1, 0, OP_ULT},
    {OP_NE, 0, 0, OP_NE},   {OP_NE_I, 1, 0, OP_NE},   {OP_SLE, 0, 0, OP_SLE}, {OP_SLE_I, 1, 0, OP_SLE},
    {OP_SGE, 0, 1, OP_SLT}, {OP_SGE_I, 1, 1, OP_SLT}, {OP_UGE, 0, 1, OP_ULT}, {OP_UGE_I, 1, 1, OP_ULT},
    {OP_EQ, 0, 1, OP_NE},   {OP_EQ_I, 1, 1, OP_NE},   {OP_SGT, 0, 1, OP_SLE}, {OP_SGT_I, 1, 1, OP_SLE},
};

static const struct counted_loops_comparison *find_comparison(unsigned op)
{
    for (unsigned k = 0; k < sizeof comparisons / sizeof *comparisons; k++)
        if (comparisons[k].op == op)
            return &comparisons[k];
    return NULL;
}

static void count_rounds(struct counted_loop *loop, int64_t to)
{
    if (loop->comparison == OP_SLE)
        to++;
    bool plain = loop->from >= INT32_MIN && loop->from <= INT32_MAX && to >= INT32_MIN && to <= INT32_MAX;
    if (loop->comparison == OP_SLT || loop->comparison == OP_SLE)
        loop->constant = plain;
    else // unsigned, or until equal
        loop->constant = plain && loop->from >= 0 && loop->from <= to;
    loop->rounds = to > loop->from ? (uint64_t)(to - loop->from) : 0;
}

static bool set_bound(const struct recognition *r, uint32_t code,
                      const struct counted_loops_comparison *comparison)
{
    const struct instruction *i = &r->program->code[code];
    struct counted_loop *loop = r->loop;
    int64_t to = (int32_t)i->b;
    loop->comparison = comparison->meaning;
    loop->width = i->width;
    if (comparison->immediate) {
        count_rounds(loop, to);
        return loop->constant;
    }
    if (!value_behind_copies(r, code, i->b, &loop->bound))
        return false;
    if (constant_of(r, loop->bound, &to)) {
        count_rounds(loop, to);
        return loop->constant;
    }
    // A value that is computed once in a call of the function. SLE may go round for ever.
    if (loop->comparison == OP_SLE)
        return false;
    switch ((enum register_value_kind)loop->bound.kind) {
    case VALUE_ENTRY: return true;
    case VALUE_CODE: return !r->flow->cyclic[flow_node_at(r->flow, loop->bound.number)];
    default: return !r->flow->cyclic[r->registers->merge_nodes[loop->bound.number]];
    }
}

static bool loop_counts(struct recognition *r)
{
    const struct flow *flow = r->flow;
    struct counted_loop *loop = r->loop;
    uint32_t last = flow_last(r->program, flow, loop->head);
    const struct instruction *branch = &r->program->code[last];
    struct register_value condition, counter;
    if (branch->op != OP_BRANCH || !value_behind_copies(r, last, branch->a, &condition) ||
        condition.kind != VALUE_CODE || flow_node_at(flow, condition.number) != loop->head)
        return false;
    const struct counted_loops_comparison *comparison =
        find_comparison(r->program->code[condition.number].op);
    if (!comparison)
        return false;
    uint32_t on_true = flow_node_at(flow, branch->b), on_false = flow_node_at(flow, branch->d);
    uint32_t inside = comparison->negated ? on_false : on_true;
    loop->left_at = comparison->negated ? on_true : on_false;
    return in_loop(loop, inside) && !in_loop(loop, loop->left_at) &&
           value_behind_copies(r, condition.number, r->program->code[condition.number].a, &counter) &&
           is_counter(r, counter) && set_bound(r, condition.number, comparison);
}

bool counted_loop_find(const struct program *program, const struct flow *flow,
                       const struct registers *registers, uint32_t code, struct counted_loop *loop)
{
    uint32_t node = flow_node_at(flow, code);
    for (uint32_t head = node; head != NO_NODE; head = flow->dominators[head]) {
        if (!make_loop(loop, flow, head) || !in_loop(loop, node)) {
            counted_loop_free(loop);
            continue;
        }
        struct recognition r = {program, flow, registers, loop};
        bool found = loop_counts(&r);
        if (!found)
            counted_loop_free(loop);
        return found;
    }
    return false;
}

void counted_loop_bind(struct counted_loop *loop, uint64_t bound)
{
    count_rounds(loop, sign_extend(bound, loop->width));
}

void counted_loop_free(struct counted_loop *loop)
{
    memory_free(loop->nodes);
    loop->nodes = NULL;
}

// ---- whether it ends

// The node where a value comes to be; NO_NODE: the entry.
static uint32_t value_node(const struct recognition *r, struct register_value value)
{
    switch ((enum register_value_kind)value.kind) {
    case VALUE_CODE: return flow_node_at(r->flow, value.number);
    case VALUE_MERGE: return r->registers->merge_nodes[value.number];
    case VALUE_ENTRY: break;
    }
    return NO_NODE;
}

// Whether the value is the same in all rounds: made outside the loop, or computed from such ones.
static bool is_invariant(const struct recognition *r, struct register_value value, unsigned depth)
{
    if (!in_loop(r->loop, value_node(r, value)))
        return true;
    if (value.kind != VALUE_CODE || !depth)
        return false;
    const struct instruction *i = &r->program->code[value.number];
    uint32_t count;
    const struct register_use *uses = registers_uses(r->registers, value.number, &count);
    bool same = i->op != OP_UNDEF && decides_by(i) == BY_NONE && !opcode_is_access(i->op);
    for (uint32_t k = 0; k < count && same; k++)
        same = is_invariant(r, uses[k].value, depth - 1);
    return same;
}

// 1 or -1 if the value is one more or less than what the merge holds, in numbers of that width; else 0.
static int step_from(const struct recognition *r, struct register_value value, uint32_t merge, unsigned width)
{
    struct register_value counter;
    if (value.kind != VALUE_CODE)
        return 0;
    const struct instruction *i = &r->program->code[value.number];
    if (!value_behind_copies(r, value.number, i->a, &counter))
        return 0;
    if (i->op == OP_MOVE)
        return step_from(r, counter, merge, width);
    int by = (int32_t)i->b;
    bool steps = (i->op == OP_ADD_I || i->op == OP_SUB_I) && (by == 1 || by == -1) && i->width == width;
    if (!steps || counter.kind != VALUE_MERGE || counter.number != merge)
        return 0;
    return i->op == OP_ADD_I ? by : -by;
}

// Whether a merge at the head goes up, or down, by one with each round, from anywhere.
static bool steps_by_one(const struct recognition *r, uint32_t merge, unsigned width)
{
    int step = 0;
    for (uint32_t k = r->registers->merge_starts[merge]; k < r->registers->merge_starts[merge + 1]; k++) {
        struct register_value value = r->registers->operands[k];
        if (!in_loop(r->loop, value_node(r, value)))
            continue;
        int by = step_from(r, value, merge, width);
        if (!by || (step && by != step))
            return false;
        step = by;
    }
    return step != 0;
}

// Whether what the instruction reads from a register takes, round by round, all values of that width.
static bool takes_all_values(const struct recognition *r, uint32_t code, uint32_t number, unsigned width)
{
    struct register_value value;
    if (!value_behind_copies(r, code, number, &value))
        return false;
    if (value.kind == VALUE_MERGE)
        return r->registers->merge_nodes[value.number] == r->loop->head &&
               steps_by_one(r, value.number, width);
    struct register_value counter;
    const struct instruction *i = &r->program->code[value.number];
    if (value.kind != VALUE_CODE || (i->op != OP_ADD_I && i->op != OP_SUB_I) ||
        !value_behind_copies(r, value.number, i->a, &counter) || counter.kind != VALUE_MERGE)
        return false;
    return r->registers->merge_nodes[counter.number] == r->loop->head &&
           step_from(r, value, counter.number, width) && steps_by_one(r, counter.number, width);
}

// Whether a comparison with a constant has either result for some value.
static bool has_both_results(const struct instruction *i)
{
    uint64_t all = ~(uint64_t)0 >> (64 - i->width), bound = (uint64_t)(int64_t)(int32_t)i->b & all;
    uint64_t lowest = (uint64_t)1 << (i->width - 1);
    switch (i->op) {
    case OP_EQ_I:
    case OP_NE_I: return i->width > 1;
    case OP_SLT_I:
    case OP_SGE_I: return bound != lowest;
    case OP_SGT_I:
    case OP_SLE_I: return bound != lowest - 1;
    case OP_ULT_I:
    case OP_UGE_I: return bound != 0;
    case OP_UGT_I:
    case OP_ULE_I: return bound != all;
    default: return false;
    }
}

// Whether a comparison of two registers has that result for some value of either, whatever the other one is.
static bool comparison_may_give(unsigned op, bool result)
{
    switch (op) {
    case OP_EQ:
    case OP_NE: return true;
    case OP_SLT:
    case OP_ULT:
    case OP_SGT:
    case OP_UGT: return !result;
    case OP_SLE:
    case OP_ULE:
    case OP_SGE:
    case OP_UGE: return result;
    default: return false;
    }
}

// Whether the branch at the end of a node leaves the loop for some value that its counter comes to.
static bool leaves_by_count(const struct recognition *r, uint32_t node)
{
    uint32_t last = flow_last(r->program, r->flow, node);
    const struct instruction *branch = &r->program->code[last];
    struct register_value condition, bound;
    if (branch->op != OP_BRANCH || !value_behind_copies(r, last, branch->a, &condition) ||
        condition.kind != VALUE_CODE || !in_loop(r->loop, value_node(r, condition)))
        return false;
    bool leaves_true = !in_loop(r->loop, flow_node_at(r->flow, branch->b));
    bool leaves_false = !in_loop(r->loop, flow_node_at(r->flow, branch->d));
    uint32_t code = condition.number;
    const struct instruction *i = &r->program->code[code];
    if (leaves_true == leaves_false)
        return false;
    if (has_both_results(i))
        return takes_all_values(r, code, i->a, i->width);
    if (i->width < 2 || !comparison_may_give(i->op, leaves_true))
        return false;
    return (value_behind_copies(r, code, i->b, &bound) && is_invariant(r, bound, EXPRESSION_DEPTH) &&
            takes_all_values(r, code, i->a, i->width)) ||
           (value_behind_copies(r, code, i->a, &bound) && is_invariant(r, bound, EXPRESSION_DEPTH) &&
            takes_all_values(r, code, i->b, i->width));
}

// Whether each round passes the node.
static bool in_each_round(const struct counted_loop *loop, uint32_t node)
{
    return node == loop->head || counted_loop_at_least_once(loop, loop->flow->nodes[node].first);
}

bool counted_loop_ends(const struct program *program, const struct flow *flow,
                       const struct registers *registers, uint32_t head)
{
    struct counted_loop loop;
    struct recognition r = {program, flow, registers, &loop};
    bool ends = false;
    if (make_loop(&loop, flow, head))
        for (uint32_t node = 0; node < flow->count && !ends; node++)
            ends = in_loop(&loop, node) && in_each_round(&loop, node) && leaves_by_count(&r, node);
    counted_loop_free(&loop);
    return ends;
}

// ---- questions

bool counted_loop_at_most_once(const struct counted_loop *loop, uint32_t code)
{
    // From the node round within the loop without passing its head.
    const struct graph *next = &loop->flow->next;
    uint32_t node = flow_node_at(loop->flow, code);
    uint64_t *seen = bit_array_new(loop->flow->count);
    VECTOR(uint32_t) stack = {0};
    bool again = false;
    vector_push(&stack, node);
    while (stack.size && !again) {
        uint32_t n = vector_pop(&stack);
        for (uint32_t k = next->starts[n]; k < next->starts[n + 1]; k++) {
            uint32_t to = next->targets[k];
            again |= to == node && to != loop->head;
            if (to != loop->head && in_loop(loop, to) && bit_array_add(seen, to))
                vector_push(&stack, to);
        }
    }
    vector_free(&stack);
    memory_free(seen);
    return !again;
}

bool counted_loop_at_least_once(const struct counted_loop *loop, uint32_t code)
{
    const struct flow *flow = loop->flow;
    uint32_t node = flow_node_at(flow, code), head = loop->head;
    if (node == head)
        return false; // the head runs once more than the rounds; not needed
    for (uint32_t k = flow->before.starts[head]; k < flow->before.starts[head + 1]; k++) {
        uint32_t latch = flow->before.targets[k];
        if (in_loop(loop, latch) && !graph_tree_above(&flow->dominator_tree, node, latch))
            return false;
    }
    return true;
}

bool counted_loop_entered_once(const struct counted_loop *loop)
{
    uint32_t size = 0;
    for (uint32_t n = 0; n < loop->flow->count; n++)
        size += loop->flow->components[n] == loop->flow->components[loop->head];
    return size == loop->node_count;
}

bool counted_loop_equal(const struct counted_loop *a, const struct counted_loop *b)
{
    if (a->constant || b->constant)
        return a->constant && b->constant && a->rounds == b->rounds;
    return a->bound_flow == b->bound_flow && a->width == b->width && a->from == b->from &&
           a->comparison == b->comparison && a->bound.kind == b->bound.kind &&
           a->bound.number == b->bound.number;
}
