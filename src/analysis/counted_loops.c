#include "analysis/counted_loops.h"

#include "base/bit_array.h"

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

// Adds the nodes from which `node` is reached without passing the head.
static void add_before(struct counted_loop *loop, uint32_t node)
{
    VECTOR(uint32_t) stack = {0};
    const struct graph *before = &loop->flow->before;
    if (bit_array_add(loop->nodes, node))
        vector_push(&stack, node);
    while (stack.size) {
        uint32_t n = vector_pop(&stack);
        for (uint32_t k = before->starts[n]; k < before->starts[n + 1]; k++)
            if (loop->flow->reachable[before->targets[k]] && bit_array_add(loop->nodes, before->targets[k]))
                vector_push(&stack, before->targets[k]);
    }
    vector_free(&stack);
}

// The natural loop of `head`; false: it is the head of none.
static bool make_loop(struct counted_loop *loop, const struct flow *flow, uint32_t head)
{
    *loop = (struct counted_loop){.flow = flow, .head = head, .nodes = bit_array_new(flow->count)};
    bool found = false;
    bit_array_add(loop->nodes, head);
    for (uint32_t k = flow->before.starts[head]; k < flow->before.starts[head + 1]; k++) {
        uint32_t latch = flow->before.targets[k];
        if (!flow->reachable[latch] || !graph_tree_above(&flow->dominator_tree, head, latch))
            continue;
        found = true;
        add_before(loop, latch);
    }
    for (uint32_t n = 0; n < flow->count; n++)
        loop->node_count += bit_array_has(loop->nodes, n);
    return found;
}

// ---- what it counts

// What a register holds at an instruction that reads it, behind copies.
static bool value_behind_copies(const struct recognition *r, uint32_t code, uint32_t number,
                                struct register_value *value)
{
    for (unsigned steps = 0; steps < 16; steps++) {
        if (!registers_value(r->registers, code, number, value))
            return false;
        if (value->kind != VALUE_CODE || r->program->code[value->number].op != OP_MOVE)
            return true;
        code = value->number;
        number = r->program->code[code].a;
    }
    return false;
}

static int64_t sign_extended(uint64_t value, unsigned width)
{
    return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

static bool constant_of(const struct recognition *r, struct register_value value, int64_t *constant)
{
    if (value.kind != VALUE_CODE || r->program->code[value.number].op != OP_CONST)
        return false;
    const struct instruction *i = &r->program->code[value.number];
    *constant = sign_extended(instruction_immediate(i), i->width);
    return true;
}

// Whether the operand of the merge at the head is the counter plus one.
static bool is_next(const struct recognition *r, struct register_value value, uint32_t merge)
{
    if (value.kind != VALUE_CODE)
        return false;
    const struct instruction *i = &r->program->code[value.number];
    struct register_value counter;
    if (i->op == OP_MOVE)
        return value_behind_copies(r, value.number, i->a, &counter) && is_next(r, counter, merge);
    return i->op == OP_ADD_I && i->b == 1 && in_loop(r->loop, flow_node_at(r->flow, value.number)) &&
           value_behind_copies(r, value.number, i->a, &counter) && counter.kind == VALUE_MERGE &&
           counter.number == merge;
}

static bool is_start(const struct recognition *r, struct register_value value, int64_t *from)
{
    if (value.kind != VALUE_CODE || in_loop(r->loop, flow_node_at(r->flow, value.number)))
        return false;
    const struct instruction *i = &r->program->code[value.number];
    struct register_value copied;
    if (i->op == OP_MOVE)
        return value_behind_copies(r, value.number, i->a, &copied) && is_start(r, copied, from);
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
        if (is_next(r, r->registers->operands[k], value.number))
            continue;
        if (!is_start(r, r->registers->operands[k], &from) || (started && from != r->loop->from))
            return false;
        r->loop->from = from;
        started = true;
    }
    return started;
}

// ---- when it goes on

struct comparison {
    uint16_t op, immediate, negated; // opcodes; negated: 1 with what the loop is left instead of gone on
    uint16_t meaning;
};

static const struct comparison comparisons[] = {
    {OP_SLT, 0, 0, OP_SLT}, {OP_SLT_I, 1, 0, OP_SLT}, {OP_ULT, 0, 0, OP_ULT}, {OP_ULT_I, 1, 0, OP_ULT},
    {OP_NE, 0, 0, OP_NE},   {OP_NE_I, 1, 0, OP_NE},   {OP_SLE, 0, 0, OP_SLE}, {OP_SLE_I, 1, 0, OP_SLE},
    {OP_SGE, 0, 1, OP_SLT}, {OP_SGE_I, 1, 1, OP_SLT}, {OP_UGE, 0, 1, OP_ULT}, {OP_UGE_I, 1, 1, OP_ULT},
    {OP_EQ, 0, 1, OP_NE},   {OP_EQ_I, 1, 1, OP_NE},   {OP_SGT, 0, 1, OP_SLE}, {OP_SGT_I, 1, 1, OP_SLE},
};

static const struct comparison *find_comparison(unsigned op)
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

static bool set_bound(const struct recognition *r, uint32_t code, const struct comparison *comparison)
{
    const struct instruction *i = &r->program->code[code];
    struct counted_loop *loop = r->loop;
    int64_t to = (int32_t)i->b;
    loop->comparison = comparison->meaning;
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

static bool counts(struct recognition *r)
{
    const struct flow *flow = r->flow;
    struct counted_loop *loop = r->loop;
    uint32_t last = flow_last(r->program, flow, loop->head);
    const struct instruction *branch = &r->program->code[last];
    struct register_value condition, counter;
    if (branch->op != OP_BRANCH || !value_behind_copies(r, last, branch->a, &condition) ||
        condition.kind != VALUE_CODE || flow_node_at(flow, condition.number) != loop->head)
        return false;
    const struct comparison *comparison = find_comparison(r->program->code[condition.number].op);
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
        bool found = counts(&r);
        if (!found)
            counted_loop_free(loop);
        return found;
    }
    return false;
}

void counted_loop_free(struct counted_loop *loop)
{
    memory_free(loop->nodes);
    loop->nodes = NULL;
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
    return a->flow == b->flow && a->from == b->from && a->comparison == b->comparison &&
           a->bound.kind == b->bound.kind && a->bound.number == b->bound.number;
}
