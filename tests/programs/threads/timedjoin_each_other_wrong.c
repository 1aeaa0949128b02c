// expect: violation
// kinds: deadlock
// A timed join without a time waits: two threads that join each other.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_t first;

static void *worker(void *argument)
{
    pthread_timedjoin_np(first, NULL, NULL);
    return argument;
}

int main(void)
{
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
