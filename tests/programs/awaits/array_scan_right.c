// expect: safe
// por: source optimal
// A round looks through an array.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int done[THREADS];
static int data[THREADS];

static void *worker(void *argument)
{
    int me = (int)(long)argument;
    data[me] = me + 1;
    done[me] = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    int ready;
    do {
        ready = 1;
        for (int i = 0; i < THREADS; i++)
            ready &= done[i];
    } while (!ready);
    assert(data[0] + data[1] + data[2] == 6);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
