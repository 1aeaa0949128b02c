// expect: safe
// Who looks only whether waiting has failed does not tell the serial thread from others, so that the order of arrivals tells
// nobody anything.
// case: SHAPE=0 none optimal=1 default=1
// case: SHAPE=1 none optimal=1 default=1
// case: SHAPE=2 none optimal=1 default=1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t barrier;
static int parts[2];

static int wait(void)
{
    int result = pthread_barrier_wait(&barrier);
#if SHAPE == 0
    if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD)
        exit(1);
    return 1;
#elif SHAPE == 1
    assert(result == PTHREAD_BARRIER_SERIAL_THREAD || result == 0);
    return 1;
#else
    if (result != PTHREAD_BARRIER_SERIAL_THREAD) {
        if (result != 0)
            abort();
    }
    return 1;
#endif
}

static void *work(void *argument)
{
    int *own = argument;
    *own = 1;
    int good = wait();
    assert(good && parts[0] && parts[1]);
    wait();
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &parts[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
