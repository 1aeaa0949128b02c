// expect: safe
// What calls about scheduling refuse: policies that there are not, and priorities that no policy has.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
    assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_min(SCHED_RR) == 1);
    assert(sched_get_priority_max(SCHED_BATCH) == 0 && sched_get_priority_min(SCHED_IDLE) == 0);
    assert(sched_get_priority_max(-1) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_get_priority_min(4) == -1 && errno == EINVAL);
    struct sched_param none = {0}, below = {-1}, five = {5};
    assert(pthread_setschedparam(pthread_self(), SCHED_BATCH, &none) == 0);
    assert(pthread_setschedparam(pthread_self(), 4, &below) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_BATCH, &five) == EINVAL);
    assert(pthread_setschedprio(pthread_self(), -1) == EINVAL && pthread_setschedprio(pthread_self(), 100) == EINVAL);
    assert(sched_setparam(0, &below) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_setscheduler(-1, SCHED_OTHER, &none) == -1 && errno == EINVAL);
    errno = 0;
    assert(sched_getscheduler(-1) == -1 && errno == EINVAL && sched_getparam(-1, &none) == -1);
    struct timespec slice;
    errno = 0;
    assert(sched_rr_get_interval(-1, &slice) == -1 && errno == EINVAL && sched_rr_get_interval(0, &slice) == 0);
    errno = 0;
    assert(setpriority(99, 0, 0) == -1 && errno == EINVAL && getpriority(99, 0) == -1);
    return 0;
}
