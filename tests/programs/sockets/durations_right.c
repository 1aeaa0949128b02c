// expect: safe
// Durations that are none are refused.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

int main(void)
{
    struct timespec bad[] = {{-1, 0}, {0, -1}, {0, 1000000000}}, none = {0, 0};
    struct timeval past = {-1, 0}, carried = {0, 2000000};
    struct epoll_event event;
    for (int i = 0; i < 3; i++) {
        assert(ppoll(NULL, 0, &bad[i], NULL) == -1 && errno == EINVAL);
        assert(pselect(0, NULL, NULL, NULL, &bad[i], NULL) == -1 && errno == EINVAL);
    }
    assert(ppoll(NULL, 0, &none, NULL) == 0 && pselect(0, NULL, NULL, NULL, &none, NULL) == 0);
    assert(select(0, NULL, NULL, NULL, &past) == -1 && errno == EINVAL);
    assert(select(0, NULL, NULL, NULL, &carried) == 0);
    assert(epoll_wait(0, &event, 0, 0) == -1 && errno == EINVAL);
    assert(epoll_wait(0, &event, 1, 0) == -1 && errno == EINVAL);
    assert(epoll_wait(50, &event, 1, 0) == -1 && errno == EBADF);
    return 0;
}
