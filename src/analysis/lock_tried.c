// Locks that are tried: where the result is looked at.
#include "analysis/held_state.h"

#include "base/rules.h"

// What is known of a value: nothing; it is the result of the call that tried; it is 1 if that is zero and
// else 0, or the other way round.
enum tried_value { TRIED_OTHER, TRIED_RESULT, TRIED_IS_ZERO, TRIED_IS_NOT };

enum { TRIED_DEPTH = 8 };

struct tried {
    const struct program *program;
    const struct registers *registers;
    uint32_t call, first; // the call; the beginning of the node that comes right after it
};

static enum tried_value compared_with_zero(enum tried_value value)
{
    static const enum tried_value result[] = {[TRIED_OTHER] = TRIED_OTHER,
                                              [TRIED_RESULT] = TRIED_IS_ZERO,
                                              [TRIED_IS_ZERO] = TRIED_IS_NOT,
                                              [TRIED_IS_NOT] = TRIED_IS_ZERO};
    return result[value];
}

static bool is_truth(enum tried_value value)
{
    return value == TRIED_IS_ZERO || value == TRIED_IS_NOT;
}

// What the register holds where an instruction of that node reads it.
static enum tried_value tried_value_of(const struct tried *t, uint32_t code, uint32_t number, int depth)
{
    struct register_value v;
    if (depth == 0 || !registers_value(t->registers, code, number, &v) || v.kind != VALUE_CODE)
        return TRIED_OTHER;
    if (v.number == t->call)
        return TRIED_RESULT;
    if (v.number < t->first || v.number >= code)
        return TRIED_OTHER;
    const struct instruction *i = &t->program->code[v.number];
    bool of_zero = (i->op == OP_EQ_I || i->op == OP_NE_I) && i->b == 0;
    bool copies =
        i->op == OP_MOVE || i->op == OP_ZEXT || i->op == OP_TRUNC || (i->op == OP_XOR_I && i->b == 1);
    if (!of_zero && !copies)
        return TRIED_OTHER;
    enum tried_value value = tried_value_of(t, v.number, i->a, depth - 1);
    if (i->op == OP_EQ_I)
        return compared_with_zero(value);
    if (i->op == OP_NE_I)
        return compared_with_zero(compared_with_zero(value));
    if ((i->op == OP_TRUNC || i->op == OP_XOR_I) && !is_truth(value)) // another number may be even, too
        return TRIED_OTHER;
    return i->op == OP_XOR_I ? compared_with_zero(value) : value;
}

// The call right before a node, behind which it comes always; NO_CODE: there is none.
static uint32_t call_before(const struct held_locks *held, const struct flow *flow, uint32_t node)
{
    if (node == 0 || flow->before.starts[node + 1] - flow->before.starts[node] != 1)
        return NO_CODE;
    uint32_t before = flow->before.targets[flow->before.starts[node]];
    if (before != node - 1 || flow->nodes[before].end != flow->nodes[node].first)
        return NO_CODE;
    uint32_t last = flow_last(held->program, flow, before);
    return calls_at(held->threads->calls, last) ? last : NO_CODE;
}

uint32_t held_call_tried(const struct held_locks *held, const struct flow *flow,
                         const struct registers *registers, uint32_t node, uint32_t to)
{
    const struct instruction *branch = &held->program->code[flow_last(held->program, flow, node)];
    uint32_t call =
        branch->op == OP_BRANCH && branch->b != branch->d ? call_before(held, flow, node) : NO_CODE;
    const struct call_site *site = call == NO_CODE ? NULL : calls_at(held->threads->calls, call);
    if (!site || !registers || !lock_action_tries(lock_operation_of(site->native).action))
        return NO_CODE;
    struct tried t = {held->program, registers, call, flow->nodes[node].first};
    enum tried_value value = tried_value_of(&t, flow_last(held->program, flow, node), branch->a, TRIED_DEPTH);
    uint32_t taken = value == TRIED_IS_ZERO ? branch->b : branch->d;
    bool known = is_truth(value) && flow->nodes[to].first == taken;
    return known || (is_truth(value) && !rule_holds(RULE_PROOF_TRIED)) ? call : NO_CODE;
}

uint32_t held_lock_tried(const struct held_locks *held, const struct flow *flow, uint32_t node, uint32_t to,
                         bool *shared)
{
    uint32_t call = held_call_tried(held, flow, held->registers[flow->function], node, to);
    if (call == NO_CODE)
        return MOST_LOCKS;
    struct lock_operation operation = lock_operation_of(calls_at(held->threads->calls, call)->native);
    *shared = operation.action == LOCK_TRY_SHARE;
    return held_lock_meant(held, call, operation);
}
