// expect: safe
// One that is set anew does not expire as it was set before; one that is set to nothing does not at all.
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int calls;

static void ring(union sigval value)
{
    (void)value;
    assert(++calls <= 2);
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring};
    struct itimerspec time = {{0, 0}, {1, 0}}, none = {{0, 0}, {0, 0}}, left;
    assert(timer_create(CLOCK_REALTIME, &event, &timer) == 0 && timer_settime(timer, 0, &none, NULL) == 0);
    assert(calls == 0 && timer_gettime(timer, &left) == 0 && left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0);
    assert(timer_settime(timer, 0, &time, NULL) == 0 && timer_settime(timer, 0, &time, &left) == 0);
    assert(left.it_value.tv_sec <= 1);
    return 0;
}
