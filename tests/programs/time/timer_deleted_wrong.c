// expect: violation
// kinds: assertion
// What a timer calls may have begun before the timer is deleted.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static int calls;

static void ring(union sigval value)
{
    (void)value;
    calls++;
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring};
    struct itimerspec time = {{0, 0}, {1, 0}};
    assert(timer_create(CLOCK_REALTIME, &event, &timer) == 0 && timer_settime(timer, 0, &time, NULL) == 0);
    timer_delete(timer);
    assert(calls == 0); // <- violation
    return 0;
}
