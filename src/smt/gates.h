// A circuit of gates over free bits, in which equal gates are one (structural hashing): what bit-vector terms
// become before a SAT solver sees them.
//
// Invariants:
// - A `gate` is a node and a sign: 2 * node, plus 1 for its negation. Node 0 is the constant false.
// - Nodes are never changed; the inputs of a node have smaller numbers than the node.
// - Builders simplify: no node has a constant input, the same input twice, or an input and its negation. The
//   inputs of AND, XOR and MAJORITY are ascending; those of XOR and the condition of a CHOICE have no sign,
//   and neither has the first input of a MAJORITY, nor the second of a CHOICE.
#ifndef HEDDLE_SMT_GATES_H
#define HEDDLE_SMT_GATES_H

#include "base/index.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t gate;
#define GATE_FALSE 0u
#define GATE_TRUE 1u

enum gate_kind {
    GATE_CONSTANT, // node 0
    GATE_BIT,      // free
    GATE_AND,      // of two
    GATE_XOR,      // of two
    GATE_CHOICE,   // the second input if the first one holds, else the third
    GATE_MAJORITY, // of three: the carry of a full adder
};

struct gate_node {
    enum gate_kind kind;
    gate input[3]; // those that the kind does not have are GATE_FALSE
};

struct gates {
    VECTOR(struct gate_node) nodes;
    struct index index; // of the nodes that are no free bits
};

void gates_init(struct gates *gates);
void gates_free(struct gates *gates);

static inline gate gate_not(gate a)
{
    return a ^ 1u;
}

static inline bool gate_is_constant(gate a)
{
    return a <= GATE_TRUE;
}

static inline gate gate_constant(bool value)
{
    return value ? GATE_TRUE : GATE_FALSE;
}

static inline uint32_t gate_node_of(gate a)
{
    return a >> 1;
}

gate gates_bit(struct gates *gates); // a new free bit
// Gates of these operations; equal ones are made once, and none where constants decide. `choice`: a where the
// condition holds, else b; `majority`: whether at least two of three hold.
gate gates_and(struct gates *gates, gate a, gate b);
gate gates_or(struct gates *gates, gate a, gate b);
gate gates_xor(struct gates *gates, gate a, gate b);
gate gates_choice(struct gates *gates, gate condition, gate a, gate b);
gate gates_majority(struct gates *gates, gate a, gate b, gate c);

#endif
