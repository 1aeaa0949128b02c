// Peterson's algorithm: two threads are inside ROUNDS times each, never together. Each lets the other one go first when
// both are interested. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int interested[2], turn;
static int inside;

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
    for (int round = 0; round < ROUNDS; round++) {
        interested[me] = 1;
        turn = other;
        while (interested[other] && turn == other)
            ;
        inside = me;
        assert(inside == me);
        interested[me] = 0;
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
