// expect: safe
// Time passes at least as long as a thread that was joined has slept, by every clock but the processor's.
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void *worker(void *argument)
{
    usleep(1500000);
    struct timespec half = {0, 500000000};
    nanosleep(&half, NULL);
    return argument;
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    assert(clock_gettime(clock, &t) == 0);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(void)
{
    double real = seconds(CLOCK_REALTIME), monotonic = seconds(CLOCK_MONOTONIC);
    double process = seconds(CLOCK_PROCESS_CPUTIME_ID), thread = seconds(CLOCK_THREAD_CPUTIME_ID);
    clock_t ticks = clock();
    time_t date = time(NULL);
    struct timeval day;
    gettimeofday(&day, NULL);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(seconds(CLOCK_REALTIME) - real > 1.9999 && seconds(CLOCK_MONOTONIC) - monotonic > 1.9999);
    assert(time(NULL) >= date + 2);
    struct timeval then = day;
    gettimeofday(&day, NULL);
    assert(day.tv_sec - then.tv_sec > 2 || (day.tv_sec - then.tv_sec == 2 && day.tv_usec >= then.tv_usec));
    assert(clock() >= ticks && clock() - ticks < CLOCKS_PER_SEC);
    assert(seconds(CLOCK_PROCESS_CPUTIME_ID) >= process && seconds(CLOCK_PROCESS_CPUTIME_ID) - process < 1);
    assert(seconds(CLOCK_THREAD_CPUTIME_ID) > thread && seconds(CLOCK_THREAD_CPUTIME_ID) - thread < 1);
    return 0;
}
