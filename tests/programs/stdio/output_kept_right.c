// expect: safe
// por: default
// heddle: --show-output --prune=auto
// text: before
// text: after
// Pruning takes its turn after the first 10,000 executions, and starts again when it learns that a loop waits: what the first
// execution has printed is still shown.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int go, count;

static void *add(void *argument)
{
    for (int k = 0; k < 4; k++) {
        int seen = atomic_load(&count);
        atomic_store(&count, seen + 1);
    }
    return argument;
}

static void *set(void *argument)
{
    atomic_store(&go, 1);
    return argument;
}

int main(void)
{
    pthread_t setter, adders[3];
    printf("before\n");
    pthread_create(&setter, 0, set, 0);
    while (!atomic_load(&go))
        continue;
    for (int k = 0; k < 3; k++)
        pthread_create(&adders[k], 0, add, 0);
    pthread_join(setter, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(adders[k], 0);
    assert(count >= 2);
    printf("after\n");
    return 0;
}
