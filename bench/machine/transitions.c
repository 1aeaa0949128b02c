// Two threads with OPERATIONS short visible operations each, on two shared variables. One schedule of it
// (--max-executions=1) measures transitions with all the bookkeeping they need.
#include <pthread.h>
#include <stdatomic.h>

#ifndef OPERATIONS
#define OPERATIONS 400000
#endif

static atomic_uint shared[2];

static void *run(void *unused)
{
    for (unsigned i = 0; i < OPERATIONS / 2; i++) {
        unsigned value = atomic_load(&shared[i & 1]);
        atomic_store(&shared[~i & 1], value + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, run, NULL);
    pthread_create(&threads[1], NULL, run, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
