// How much is left of a timer that repeats, after it has expired, is not known: anything up to its interval.
// expect: inconclusive
// message: what is left of a timer that has expired and repeats
// por: default
#include <assert.h>
#include <signal.h>
#include <time.h>

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct itimerspec seconds = {{1, 0}, {1, 0}}, left;
    struct timespec long_enough = {2, 500000000}, now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &seconds, NULL);
    nanosleep(&long_enough, NULL);
    timer_gettime(timer, &left);
    assert(left.it_value.tv_nsec < 100);
    return 0;
}
