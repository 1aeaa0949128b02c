// expect: safe
// What calls that set clocks refuse, whoever calls them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timespec now;
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(clock_settime(CLOCK_MONOTONIC, &now) == -1 && errno == EINVAL);
    errno = 0;
    assert(clock_settime(CLOCK_REALTIME, &(struct timespec){0, 1000000000}) == -1 && errno == EINVAL);
    errno = 0;
    assert(clock_settime(CLOCK_REALTIME, &(struct timespec){-1, 0}) == -1 && errno == EINVAL);
    errno = 0;
    assert(settimeofday(&(struct timeval){0, 1000000}, 0) == -1 && errno == EINVAL);
    struct tm date = {.tm_year = 70, .tm_mday = 2};
    assert(timelocal(&date) == 86400);
    return 0;
}
