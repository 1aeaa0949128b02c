// expect: safe
// Waiting for a timer comes to an end: by reading, by poll and by epoll.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *argument)
{
    assert(write(ends[1], "x", 1) == 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct itimerspec once = {.it_value = {.tv_sec = 1}};
    uint64_t count = 0;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), epoll = epoll_create1(0), bell = 0;
    char byte;
    assert(read(timer, &count, sizeof count) == -1 && errno == EAGAIN);
    assert(timerfd_settime(timer, 0, &once, NULL) == 0);
    struct pollfd p = {timer, POLLIN, 0};
    assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
    assert(read(timer, &count, sizeof count) == sizeof count && count == 1);
    assert(poll(&p, 1, 0) == 0);

    pipe(ends);
    struct epoll_event e = {.events = EPOLLIN, .data.fd = timer};
    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &e);
    e.data.fd = ends[0];
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &e);
    timerfd_settime(timer, 0, &once, NULL);
    pthread_create(&thread, NULL, write_it, NULL);
    for (int written = 0; !bell || !written;) {
        assert(epoll_wait(epoll, &e, 1, -1) == 1);
        if (e.data.fd == timer)
            bell += read(timer, &count, sizeof count) == sizeof count;
        else
            written += (int)read(ends[0], &byte, 1);
    }
    assert(bell == 1);
    pthread_join(thread, NULL);
    return 0;
}
