// expect: safe
// executions: none=1 optimal=1 default=1
// por: none optimal default
// An execution of 40,000 events that ends: it is not cut, nor counted otherwise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint rounds;

static void *worker(void *argument)
{
    for (unsigned k = 0; k < 40000; k++)
        if (atomic_fetch_add(&rounds, 1) != k)
            return NULL;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(atomic_load(&rounds) == 40000);
    return 0;
}
