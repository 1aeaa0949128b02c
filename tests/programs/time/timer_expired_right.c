// What is left of timers that have expired: nothing, also of one that calls a function, and whether the function has been called yet or not.
// expect: safe
// por: default
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>

static void nothing(union sigval value)
{
    (void)value;
}

static bool is_nothing(const struct itimerspec *left)
{
    return left->it_value.tv_sec == 0 && left->it_value.tv_nsec == 0;
}

// The attributes are those of timer_create.
static timer_t make_calling(void)
{
    timer_t timer;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD};
    event.sigev_notify_function = nothing;
    event.sigev_notify_attributes = &attributes;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    pthread_attr_destroy(&attributes);
    return timer;
}

int main(void)
{
    timer_t silent, calling = make_calling();
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct itimerspec second = {{0, 0}, {1, 0}}, none = {{0, 0}, {0, 0}}, left;
    struct timespec long_enough = {2, 0};
    int descriptor = timerfd_create(CLOCK_MONOTONIC, 0);
    timer_create(CLOCK_MONOTONIC, &event, &silent);
    timer_settime(silent, 0, &second, NULL);
    timer_settime(calling, 0, &second, NULL);
    timerfd_settime(descriptor, 0, &second, NULL);
    nanosleep(&long_enough, NULL);
    timer_gettime(silent, &left);
    assert(is_nothing(&left));
    timer_settime(calling, 0, &none, &left);
    assert(is_nothing(&left));
    timerfd_gettime(descriptor, &left);
    assert(is_nothing(&left));
    return 0;
}
