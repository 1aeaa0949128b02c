// expect: safe
// Work takes processor time and at least as much time; what threads have used is in the process's.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double used;

static void *worker(void *argument)
{
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    while (seconds(CLOCK_THREAD_CPUTIME_ID) < start + 0.003)
        ;
    used = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    return argument;
}

int main(void)
{
    pthread_t t;
    double start = seconds(CLOCK_MONOTONIC), process = seconds(CLOCK_PROCESS_CPUTIME_ID);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    process = seconds(CLOCK_PROCESS_CPUTIME_ID) - process;
    double took = seconds(CLOCK_MONOTONIC) - start;
    assert(used > 0.0029 && process > used - 1e-6 && took > process - 1e-6);
    return 0;
}
