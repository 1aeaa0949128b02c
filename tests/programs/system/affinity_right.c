// expect: safe
// A thread keeps its mask of processors, and runs on those of it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void *other(void *argument)
{
    (void)argument;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(2, &set);
    CPU_SET(70, &set); // there is no such processor
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
    assert(sched_getcpu() == 2);
    return 0;
}

int main(void)
{
    pthread_t thread;
    cpu_set_t set;
    CPU_ZERO(&set);
    assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
    CPU_SET(1, &set);
    CPU_SET(3, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    CPU_ZERO(&set);
    assert(sched_getaffinity(0, sizeof set, &set) == 0);
    assert(CPU_COUNT(&set) == 2 && CPU_ISSET(1, &set) && CPU_ISSET(3, &set));
    int processor = sched_getcpu();
    assert(processor == 1 || processor == 3);
    return 0;
}
