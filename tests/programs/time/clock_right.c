// expect: safe
// Clocks are sane: in range, and never running backwards within a thread.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timespec a, b;
    assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &b) == 0);
    assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    assert(b.tv_nsec >= 0 && b.tv_nsec < 1000000000);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    time_t stored, returned = time(&stored);
    assert(returned == stored && returned != (time_t)-1);
    assert(time(NULL) >= returned);
    struct timeval v;
    assert(gettimeofday(&v, NULL) == 0 && v.tv_usec >= 0 && v.tv_usec < 1000000);
    return 0;
}
