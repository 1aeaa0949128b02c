// expect: safe
// executions: none=6 classic=1
// Three threads with one write each, to three variables: 3! interleavings, one trace. (Creation and join are no choices.)
#include <assert.h>
#include <pthread.h>

static int a, b, c;

static void *set(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int *variables[3] = {&a, &b, &c};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, set, variables[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(a + b + c == 3);
    return 0;
}
