// expect: safe
// heddle: --independence=none
// case: THREADS=2 none=60 source=2 optimal=2
// case: THREADS=3 source=6 optimal=6
// case: THREADS=4 source=24 optimal=24
// case: THREADS=5 source=120 optimal=120
// THREADS threads write a variable each, meet at a barrier, and look at all of them. Writes and reads are ordered by the
// barrier; what is free is the order in which the threads arrive: THREADS! traces.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int value[THREADS];

static void *run(void *argument)
{
    intptr_t me = (intptr_t)argument;
    value[me] = 1;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++)
        assert(value[i] == 1);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
