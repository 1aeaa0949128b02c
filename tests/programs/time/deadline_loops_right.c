// expect: safe
// case: CASE=0 none classic source optimal default
// case: CASE=1 none classic source optimal default
// case: CASE=2 none classic source optimal default
// case: CASE=3 none classic source optimal default
// Loops that wait for a moment end by themselves, whether they sleep, yield or only look: no deadlock.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *worker(void *argument)
{
    if (CASE == 3)
        ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    long deadline = milliseconds() + 3;
    switch (CASE) {
    case 0:
        while (milliseconds() < deadline)
            ;
        break;
    case 1:
        while (milliseconds() < deadline)
            sched_yield();
        break;
    case 2:
        while (!ready && milliseconds() < deadline)
            usleep(1000);
        assert(milliseconds() >= deadline);
        break;
    case 3:
        while (!ready && milliseconds() < deadline)
            sched_yield();
        assert(ready || milliseconds() >= deadline);
        break;
    }
    pthread_join(t, NULL);
    return 0;
}
