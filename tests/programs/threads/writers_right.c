// expect: safe
// executions: none=6 classic=6
// heddle: --independence=none
// Three writers of one variable: 3! interleavings, and as many traces, so that no reduction is possible.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int x;

static void *set(void *argument)
{
    x = (int)(intptr_t)argument;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, set, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x >= 1 && x <= 3);
    return 0;
}
