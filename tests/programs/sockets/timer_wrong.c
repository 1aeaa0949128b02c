// expect: violation
// kinds: assertion
// The timer may be the first, however long it takes.
#include <assert.h>
#include <pthread.h>
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
    struct itimerspec once = {.it_value = {.tv_sec = 3600}};
    int timer = timerfd_create(CLOCK_MONOTONIC, 0), epoll = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN, .data.fd = timer};
    pipe(ends);
    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &e);
    e.data.fd = ends[0];
    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &e);
    timerfd_settime(timer, 0, &once, NULL);
    pthread_create(&thread, NULL, write_it, NULL);
    assert(epoll_wait(epoll, &e, 1, -1) == 1);
    assert(e.data.fd == ends[0]); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
