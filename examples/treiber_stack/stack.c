// BUG=1: the tag of `top` is not counted up.
//        The stack is A, B, C (A on top). Thread 1 starts to pop A: it has read top = A and next = B. Thread
//        2 pops A, pops B, keeps B, and pushes A again: A, C. The compare-and-swap of thread 1 still finds A
//        and makes B the top: B is in the stack and owned by thread 2 as well.
// BUG=2: stack_push publishes the node first and links it afterwards.
//        Thread 1 makes A the top; thread 2 pops it and reads a `next` that is left over from A's former
//        place.
#include "stack.h"

#ifndef BUG
#define BUG 0
#endif

static uint32_t index_of(uint64_t top)
{
    return (uint32_t)top;
}

// What `top` becomes when it changes from `old` to the node.
static uint64_t successor(uint64_t old, uint32_t node)
{
#if BUG == 1
    uint64_t tag = old >> 32;
#else
    uint64_t tag = (old >> 32) + 1;
#endif
    return tag << 32 | node;
}

void stack_init(struct stack *stack, struct stack_node *nodes)
{
    atomic_init(&stack->top, STACK_NONE);
    stack->nodes = nodes;
}

bool stack_push(struct stack *stack, uint32_t node, unsigned retries)
{
    for (unsigned i = 0; i < retries; i++) {
        uint64_t old = atomic_load(&stack->top);
#if BUG == 2
        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node))) {
            atomic_store(&stack->nodes[node].next, index_of(old));
            return true;
        }
#else
        atomic_store(&stack->nodes[node].next, index_of(old));
        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node)))
            return true;
#endif
    }
    return false;
}

bool stack_pop(struct stack *stack, uint32_t *node, unsigned retries)
{
    for (unsigned i = 0; i < retries; i++) {
        uint64_t old = atomic_load(&stack->top);
        *node = index_of(old);
        if (*node == STACK_NONE)
            return true;
        // The node may be popped and pushed elsewhere by now; then this is stale, and the exchange fails.
        uint32_t next = atomic_load(&stack->nodes[*node].next);
        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, next)))
            return true;
    }
    return false;
}
