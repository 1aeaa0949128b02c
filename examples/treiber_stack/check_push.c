// heddle:
// files: stack.c
// expect: safe
// por: classic
// timeout: 120
//
// A node that is in no stack keeps an old `next`. One thread pushes it, the other pops: what stays in the
// stack is consistent.
#include "stack.h"

#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { RETRIES = 2 };

static struct stack_node nodes[STACK_NODES];
static struct stack stack;

static void *push(void *unused)
{
    nodes[1].value = 11;
    heddle_assume(stack_push(&stack, 1, RETRIES));
    return unused;
}

static void *pop(void *node)
{
    heddle_assume(stack_pop(&stack, node, RETRIES));
    return NULL;
}

int main(void)
{
    stack_init(&stack, nodes);
    nodes[0].value = 10;
    assert(stack_push(&stack, 0, 1));
    atomic_init(&nodes[1].next, STACK_NONE);

    uint32_t popped, rest, none;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, push, NULL);
    pthread_create(&threads[1], NULL, pop, &popped);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    assert(stack_pop(&stack, &rest, 1) && rest != STACK_NONE);
    assert(popped + rest == 1);
    assert(nodes[popped].value + nodes[rest].value == 21);
    assert(stack_pop(&stack, &none, 1) && none == STACK_NONE);
    return 0;
}
