// heddle:
// files: stack.c
// expect: safe
// por: classic
// timeout: 120
//
// Three nodes in the stack. One thread pops one node; the other pops two and pushes the first of them again.
// In the end every node has exactly one owner: a thread or the stack. Runs in which a thread gives up are
// dropped.
#include "stack.h"

#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { NODES = 3, RETRIES = 2 };

static struct stack_node nodes[STACK_NODES];
static struct stack stack;
static uint32_t owned_by_first = STACK_NONE, owned_by_second = STACK_NONE;

static void *pop_one(void *unused)
{
    heddle_assume(stack_pop(&stack, &owned_by_first, RETRIES));
    return unused;
}

static void *pop_two_push_one(void *unused)
{
    uint32_t node;
    heddle_assume(stack_pop(&stack, &node, RETRIES));
    heddle_assume(stack_pop(&stack, &owned_by_second, RETRIES));
    heddle_assume(stack_push(&stack, node, RETRIES));
    return unused;
}

int main(void)
{
    stack_init(&stack, nodes);
    for (uint32_t i = 0; i < NODES; i++)
        assert(stack_push(&stack, i, 1));

    pthread_t threads[2];
    pthread_create(&threads[0], NULL, pop_one, NULL);
    pthread_create(&threads[1], NULL, pop_two_push_one, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    int owners[NODES] = {0};
    owners[owned_by_first]++;
    owners[owned_by_second]++;
    uint32_t node = STACK_NONE;
    for (int i = 0; i <= NODES; i++) {
        assert(stack_pop(&stack, &node, 1));
        if (node == STACK_NONE)
            break;
        owners[node]++;
    }
    assert(node == STACK_NONE);
    for (int i = 0; i < NODES; i++)
        assert(owners[i] == 1);
    return 0;
}
