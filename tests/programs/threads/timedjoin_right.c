// expect: safe
// A timed join may time out at any moment while the thread runs; afterwards it joins. Without a time it waits.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    void *result = NULL;
    struct timespec limit = {1, 0}, wrong = {1, 1000000000};
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, worker, &t[k]);
    assert(pthread_timedjoin_np(pthread_self(), NULL, &limit) == EDEADLK);

    while (pthread_timedjoin_np(t[0], &result, &limit) == ETIMEDOUT)
        ;
    assert(result == &t[0] && x == 1);

    int error = pthread_clockjoin_np(t[1], NULL, CLOCK_MONOTONIC, &wrong);
    assert(error == 0 || error == EINVAL);
    if (error)
        assert(pthread_clockjoin_np(t[1], NULL, CLOCK_MONOTONIC, NULL) == 0);
    assert(pthread_timedjoin_np(t[2], &result, NULL) == 0 && result == &t[2]);
    return 0;
}
