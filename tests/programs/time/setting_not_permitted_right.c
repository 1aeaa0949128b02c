// expect: safe
// The process has no privileges, so that it sets no clock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timespec now;
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
    assert(clock_settime(CLOCK_REALTIME, &now) == -1 && errno == EPERM);
    errno = 0;
    assert(settimeofday(&(struct timeval){1, 5}, 0) == -1 && errno == EPERM);
    return 0;
}
