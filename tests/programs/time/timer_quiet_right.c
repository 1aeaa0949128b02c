// expect: safe
// One that does nothing is looked at.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct itimerspec time = {{0, 0}, {5, 0}}, left;
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_settime(timer, 0, &time, NULL) == 0);
    assert(timer_gettime(timer, &left) == 0 && left.it_value.tv_sec <= 5 && left.it_interval.tv_sec == 0);
    return timer_delete(timer);
}
