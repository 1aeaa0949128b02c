// expect: inconclusive
// message: a handler that an alarm may run at any moment
#include <signal.h>
#include <stddef.h>
#include <time.h>

static void ring(int number)
{
    (void)number;
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec time = {{0, 0}, {1, 0}};
    signal(SIGUSR1, ring);
    if (timer_create(CLOCK_REALTIME, &event, &timer) == 0)
        timer_settime(timer, 0, &time, NULL);
    return 0;
}
