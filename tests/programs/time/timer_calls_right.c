// expect: safe
// A timer that calls a function does so once, in a thread of its own, if it expires before the program ends; one that
// nobody waits for may do so later or never.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

static sem_t done;
static int calls;
static pthread_t self;

static void ring(union sigval value)
{
    assert(!pthread_equal(pthread_self(), self));
    calls += value.sival_int;
    sem_post(&done);
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring, .sigev_value.sival_int = 3};
    struct itimerspec time = {{0, 0}, {1, 0}}, wrong = {{0, 0}, {0, 1000000000}};
    self = pthread_self();
    sem_init(&done, 0, 0);
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    assert(timer_settime(timer, 0, &wrong, NULL) == -1 && errno == EINVAL);
    assert(timer_settime(timer, 0, &time, NULL) == 0);
    sem_wait(&done);
    assert(calls == 3 && timer_delete(timer) == 0 && timer_delete(timer) == -1);
    return 0;
}
