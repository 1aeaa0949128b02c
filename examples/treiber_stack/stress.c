// Native stress run: threads take nodes from one stack and put them on the other, both ways; none is lost or
// doubled.
#include "stack.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 100000 };

static struct stack_node nodes[STACK_NODES];
static struct stack stacks[2];

static void *move(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t node = STACK_NONE;
        while (!stack_pop(&stacks[i % 2], &node, 1))
            continue;
        while (node != STACK_NONE && !stack_push(&stacks[(i + i / 2) % 2], node, 1))
            continue;
    }
    return unused;
}

int main(void)
{
    stack_init(&stacks[0], nodes);
    stack_init(&stacks[1], nodes);
    for (uint32_t i = 0; i < STACK_NODES; i++)
        assert(stack_push(&stacks[0], i, 1));
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, move, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int seen[STACK_NODES] = {0};
    for (int i = 0; i < 2; i++) {
        uint32_t node;
        while (stack_pop(&stacks[i], &node, 1) && node != STACK_NONE)
            assert(seen[node]++ == 0);
    }
    for (int i = 0; i < STACK_NODES; i++)
        assert(seen[i] == 1);
    puts("treiber_stack: ok");
    return 0;
}
