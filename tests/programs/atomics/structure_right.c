// expect: safe
// A small structure is atomic as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    int a, b;
};

static _Atomic struct pair shared;

static void *worker(void *argument)
{
    struct pair next = {1, 1};
    atomic_store(&shared, next);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct pair seen = atomic_load(&shared);
    assert(seen.a == seen.b);
    pthread_join(t, NULL);
    return 0;
}
