// A ticket lock: who comes draws the next number and waits until it is served. Two threads are inside ROUNDS times each,
// never together. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint next, serving;
static int inside;

static void take_turn(void)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    while (serving != mine)
        ;
}

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        take_turn();
        inside = me;
        assert(inside == me);
        atomic_fetch_add(&serving, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, visit, (void *)0);
    pthread_create(&second, NULL, visit, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
