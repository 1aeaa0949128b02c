// Treiber's lock-free stack (IBM RJ 5118, 1986) over a fixed pool of nodes.
//
// Nodes are named by index and reused by whoever popped them: it is this reuse that makes the ABA problem, so
// the memory never goes back to malloc. `top` holds an index in its low half and a tag in its high half;
// every change counts the tag up, so that a top that comes back is not mistaken for one that never changed.
#ifndef STACK_H
#define STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { STACK_NODES = 8 };

#define STACK_NONE UINT32_MAX

struct stack_node {
    atomic_uint next; // index of the node below, or STACK_NONE
    int value;
};

struct stack {
    _Atomic uint64_t top;
    struct stack_node *nodes; // shared by all stacks of a pool
};

// An empty stack whose nodes are in `nodes`.
void stack_init(struct stack *stack, struct stack_node *nodes);
// Pushes a node that the caller owns and gives up. Returns false when `retries` attempts failed; the caller
// then still owns the node.
bool stack_push(struct stack *stack, uint32_t node, unsigned retries);
// Pops a node, which the caller then owns. Returns false when `retries` attempts failed. An empty stack gives
// STACK_NONE.
bool stack_pop(struct stack *stack, uint32_t *node, unsigned retries);

#endif
