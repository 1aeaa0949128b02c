// expect: violation
// kinds: assertion
// line: 23
// A timed join may time out although the thread does nothing but end.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += 1000;
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &limit) == 0);
    return 0;
}
