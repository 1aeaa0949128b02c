// expect: safe
// What calls refuse, as glibc and Linux do.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOCK_REALTIME_ALARM
#define CLOCK_REALTIME_ALARM 8
#endif

int main(void)
{
    assert(signal(SIGUSR1, SIG_ERR) == SIG_ERR && errno == EINVAL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    struct timespec before = {-1, 0}, little = {0, 1000};
    assert(sigtimedwait(&set, 0, &before) == -1 && errno == EINVAL);
    struct sched_param five = {5}, none = {0};
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &five) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &none) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC_RAW, 0, &little, 0) == ENOTSUP);
    assert(clock_nanosleep(CLOCK_MONOTONIC_COARSE, 0, &little, 0) == ENOTSUP);
    assert(clock_nanosleep(CLOCK_REALTIME_ALARM, 0, &little, 0) == EPERM);
    assert(isatty(77) == 0 && errno == EBADF);
    int ends[2];
    assert(pipe(ends) == 0 && isatty(ends[0]) == 0 && errno == ENOTTY);
    timer_t timer;
    errno = 0;
    assert(timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = 99}, &timer) == -1 && errno == EINVAL);
    assert(socket(999, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT && socket(-1, SOCK_STREAM, 0) == -1);
    struct itimerval old;
    assert(setitimer(ITIMER_REAL, 0, &old) == 0);
    struct tm date = {.tm_wday = 9, .tm_mday = 1, .tm_mon = 12, .tm_year = 70};
    assert(strcmp(asctime(&date), "??? ???  1 00:00:00 1970\n") == 0);
    return 0;
}
