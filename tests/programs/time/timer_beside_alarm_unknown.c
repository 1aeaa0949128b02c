// A timer and an alarm send one signal: that the alarm is taken back leaves the timer, whose handler may run at any moment.
// expect: inconclusive
// message: a handler that an alarm may run at any moment
// por: default
#include <assert.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void ring(int number)
{
    (void)number;
    rung = 1;
}

int main(void)
{
    timer_t timer;
    struct itimerspec second = {{0, 0}, {1, 0}};
    signal(SIGALRM, SIG_IGN);
    timer_create(CLOCK_MONOTONIC, NULL, &timer);
    timer_settime(timer, 0, &second, NULL);
    alarm(0);
    signal(SIGALRM, ring);
    sleep(2);
    assert(!rung);
    return 0;
}
