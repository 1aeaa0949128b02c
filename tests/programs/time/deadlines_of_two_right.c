// expect: safe
// Two threads that both wait for a moment, each moving the clock by looking, and one that sleeps.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *worker(void *argument)
{
    long end = milliseconds() + 2;
    while (milliseconds() < end)
        if (argument)
            usleep(1000);
    return argument;
}

int main(void)
{
    pthread_t t;
    long start = milliseconds();
    pthread_create(&t, NULL, worker, &t);
    worker(NULL);
    pthread_join(t, NULL);
    assert(milliseconds() >= start + 2);
    return 0;
}
