// expect: inconclusive
// message: a timer that calls a function again and again
#include <signal.h>
#include <stddef.h>
#include <time.h>

static void ring(union sigval value)
{
    (void)value;
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring};
    struct itimerspec time = {{1, 0}, {1, 0}};
    if (timer_create(CLOCK_REALTIME, &event, &timer) == 0)
        timer_settime(timer, 0, &time, NULL);
    return 0;
}
