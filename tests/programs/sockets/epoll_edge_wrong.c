// expect: violation
// kinds: deadlock
// Edge-triggered: who does not read all that is there is not told again.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *send_two(void *argument)
{
    send(ends[0], "a", 1, 0);
    send(ends[0], "b", 1, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int instance = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    assert(epoll_ctl(instance, EPOLL_CTL_ADD, ends[1], &event) == 0);
    pthread_create(&thread, NULL, send_two, NULL);
    for (int i = 0; i < 2; i++) {
        char byte;
        assert(epoll_wait(instance, &event, 1, -1) == 1); // <- violation
        assert(recv(ends[1], &byte, 1, 0) == 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
