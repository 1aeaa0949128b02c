// expect: violation
// kinds: assertion
// Results by which the serial thread is told from others, behind or within a test of whether waiting has failed.
// case: SHAPE=0 none classic source optimal default
// case: SHAPE=1 none classic source optimal default
// case: SHAPE=2 none classic source optimal default
// case: SHAPE=3 none classic source optimal default
// case: SHAPE=4 none classic source optimal default
// case: SHAPE=5 none classic source optimal default
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t barrier;
static int serial;

static int wait(void)
{
    int result = pthread_barrier_wait(&barrier);
#if SHAPE == 0 // used once more
    if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD)
        exit(1);
    return result;
#elif SHAPE == 1 // other values at the same place
    return result != 0 && result == PTHREAD_BARRIER_SERIAL_THREAD ? 1 : 0;
#elif SHAPE == 2 // something done on one of the ways
    int found = 0;
    if (result != 0) {
        found = 1;
        if (result != PTHREAD_BARRIER_SERIAL_THREAD)
            exit(1);
    }
    return found;
#elif SHAPE == 3 // a branch that others come to
    int again = 0;
    if (result != 0) {
    second:
        if (result == PTHREAD_BARRIER_SERIAL_THREAD)
            return 1;
    }
    if (again++ == 0)
        goto second;
    return 0;
#elif SHAPE == 4 // a comparison that others come to by way of a block that does nothing
    int again = 0;
    if (result != PTHREAD_BARRIER_SERIAL_THREAD)
        goto second;
third:
    if (again++ == 0)
        goto second;
    return 0;
second:
    if (result != 0)
        return 1;
    goto third;
#else // by a number that it never is, and by one that it may be
    switch (result) {
    case 7: exit(1);
    case 0: return 0;
    default: return 1;
    }
#endif
}

static void *work(void *own)
{
    if (wait())
        serial = *(int *)own;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int numbers[2] = {1, 2};
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(serial != 1); // <- violation
    return 0;
}
