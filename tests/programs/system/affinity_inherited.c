// expect: inconclusive
// message: the processors of a thread that may have inherited them
// A new thread has the mask of its creator, which is not followed.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static void *other(void *argument)
{
    (void)argument;
    assert(sched_getcpu() == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(1, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    return 0;
}
