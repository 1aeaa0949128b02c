// expect: safe
// pthread_exit ends the thread from any depth.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void leave(int depth)
{
    if (depth == 3)
        pthread_exit((void *)(intptr_t)7);
    leave(depth + 1);
    assert(0);
}

static void *worker(void *argument)
{
    leave(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &result);
    assert((intptr_t)result == 7);
    return 0;
}
