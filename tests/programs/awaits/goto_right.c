// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, data;

static void *worker(void *argument)
{
    data = 3;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
again:
    if (ready)
        goto out;
    if (data == 3)
        goto again;
    goto again;
out:
    assert(data == 3);
    pthread_join(t, NULL);
    return 0;
}
