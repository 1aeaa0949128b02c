#include "smt/gates.h"

#include "base/hash.h"

void gates_init(struct gates *gates)
{
    *gates = (struct gates){0};
    vector_push(&gates->nodes, (struct gate_node){.kind = GATE_CONSTANT});
}

void gates_free(struct gates *gates)
{
    vector_free(&gates->nodes);
    index_free(&gates->index);
}

static gate add_gate_node(struct gates *gates, const struct gate_node *node)
{
    uint32_t number = gates->nodes.size;
    vector_push(&gates->nodes, *node);
    return 2 * number;
}

gate gates_bit(struct gates *gates)
{
    return add_gate_node(gates, &(struct gate_node){.kind = GATE_BIT});
}

// The node with these inputs, a new one if there was none.
static gate find_node(struct gates *gates, enum gate_kind kind, gate a, gate b, gate c)
{
    uint64_t hash = hash_combine(hash_combine(hash_combine(kind, a), b), c);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&gates->index, hash, &at)) != INDEX_NONE;) {
        const struct gate_node *node = &gates->nodes.data[n];
        if (node->kind == kind && node->input[0] == a && node->input[1] == b && node->input[2] == c)
            return 2 * n;
    }
    gate made = add_gate_node(gates, &(struct gate_node){.kind = kind, .input = {a, b, c}});
    index_add(&gates->index, hash, gate_node_of(made));
    return made;
}

static void order_gates(gate *a, gate *b)
{
    if (*a > *b) {
        gate swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

// What `a and b` is where `b` is an AND with a as an input, or the negation of one. False: no simpler gate.
static bool absorb_gate(const struct gates *gates, gate a, gate b, gate *result)
{
    const struct gate_node *node = &gates->nodes.data[gate_node_of(b)];
    if (node->kind != GATE_AND)
        return false;
    bool negated = b & 1u;
    for (unsigned i = 0; i < 2; i++) {
        if (node->input[i] == a && !negated) { // a and (a and y)
            *result = b;
            return true;
        }
        if (node->input[i] == gate_not(a)) { // a and (not a and y); a and not (not a and y)
            *result = negated ? a : GATE_FALSE;
            return true;
        }
    }
    return false;
}

gate gates_and(struct gates *gates, gate a, gate b)
{
    order_gates(&a, &b);
    if (a == GATE_FALSE || a == gate_not(b))
        return GATE_FALSE;
    if (a == GATE_TRUE || a == b)
        return b;
    gate result;
    if (absorb_gate(gates, a, b, &result) || absorb_gate(gates, b, a, &result))
        return result;
    return find_node(gates, GATE_AND, a, b, GATE_FALSE);
}

gate gates_or(struct gates *gates, gate a, gate b)
{
    return gate_not(gates_and(gates, gate_not(a), gate_not(b)));
}

gate gates_xor(struct gates *gates, gate a, gate b)
{
    gate sign = (a ^ b) & 1u;
    a &= ~1u;
    b &= ~1u;
    order_gates(&a, &b);
    if (a == b)
        return sign;
    if (a == GATE_FALSE)
        return b ^ sign;
    return find_node(gates, GATE_XOR, a, b, GATE_FALSE) ^ sign;
}

gate gates_choice(struct gates *gates, gate condition, gate a, gate b)
{
    if (condition & 1u)
        return gates_choice(gates, gate_not(condition), b, a);
    if (condition == GATE_FALSE)
        return b;
    if (a == b)
        return a;
    if (a == gate_not(b))
        return gates_xor(gates, condition, b);
    if (a == GATE_TRUE || a == condition)
        return gates_or(gates, condition, b);
    if (a == GATE_FALSE || a == gate_not(condition))
        return gates_and(gates, gate_not(condition), b);
    if (b == GATE_FALSE || b == condition)
        return gates_and(gates, condition, a);
    if (b == GATE_TRUE || b == gate_not(condition))
        return gates_or(gates, gate_not(condition), a);
    gate sign = a & 1u;
    return find_node(gates, GATE_CHOICE, condition, a ^ sign, b ^ sign) ^ sign;
}

gate gates_majority(struct gates *gates, gate a, gate b, gate c)
{
    order_gates(&a, &b);
    order_gates(&b, &c);
    order_gates(&a, &b);
    if (a == b || b == c)
        return b;
    if (a == gate_not(b))
        return c;
    if (b == gate_not(c))
        return a;
    if (a == GATE_FALSE)
        return gates_and(gates, b, c);
    if (a == GATE_TRUE)
        return gates_or(gates, b, c);
    gate sign = a & 1u; // the majority of the negations is the negation of the majority
    return find_node(gates, GATE_MAJORITY, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}
