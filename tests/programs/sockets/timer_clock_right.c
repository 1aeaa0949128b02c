// expect: safe
// Who finds a timer expired finds that the time has come; one that is due has expired.
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec start, now;
    struct itimerspec each = {.it_value = {.tv_sec = 2}, .it_interval = {.tv_sec = 1}}, left;
    uint64_t count;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    clock_gettime(CLOCK_MONOTONIC, &start);
    assert(timerfd_settime(timer, 0, &each, NULL) == 0);
    assert(timerfd_gettime(timer, &left) == 0 && left.it_interval.tv_sec == 1 && left.it_value.tv_sec <= 2);
    if (read(timer, &count, sizeof count) == sizeof count) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(count >= 1 && now.tv_sec >= start.tv_sec + 2);
    } else {
        sleep(4);
        assert(read(timer, &count, sizeof count) == sizeof count && count >= 3);
    }
    each.it_value.tv_sec = each.it_interval.tv_sec = 0;
    assert(timerfd_settime(timer, 0, &each, &left) == 0 && (left.it_value.tv_sec || left.it_value.tv_nsec));
    assert(read(timer, &count, sizeof count) == -1);
    return 0;
}
