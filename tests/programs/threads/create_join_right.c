// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int seen;

static void *worker(void *argument)
{
    seen = *(int *)argument;
    return (void *)(intptr_t)(seen + 1);
}

int main(void)
{
    int number = 41;
    pthread_t t;
    void *result = NULL;
    assert(pthread_create(&t, NULL, worker, &number) == 0);
    assert(pthread_join(t, &result) == 0);
    assert(seen == 41 && (intptr_t)result == 42);
    return 0;
}
