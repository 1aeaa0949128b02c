// expect: safe
// A thread creates and joins a thread of its own.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *child(void *argument)
{
    return (void *)((intptr_t)argument * 2);
}

static void *parent(void *argument)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, child, argument);
    pthread_join(t, &result);
    return (void *)((intptr_t)result + 1);
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, parent, (void *)(intptr_t)5);
    pthread_join(t, &result);
    assert((intptr_t)result == 11);
    return 0;
}
