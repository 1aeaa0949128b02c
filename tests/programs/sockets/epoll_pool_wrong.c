// expect: violation
// kinds: assertion
// Without EPOLLONESHOT two workers are told of the same bytes.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 2 };
static int instance, pairs[CLIENTS][2], busy[CLIENTS], stop;

static void *work(void *argument)
{
    for (;;) {
        struct epoll_event event;
        char byte;
        assert(epoll_wait(instance, &event, 1, -1) == 1);
        if (event.data.u32 == CLIENTS)
            return argument;
        int client = (int)event.data.u32;
        assert(busy[client]++ == 0); // <- violation
        assert(recv(pairs[client][1], &byte, 1, 0) == 1);
        assert(send(pairs[client][1], &byte, 1, 0) == 1);
        busy[client]--;
        event.events = EPOLLIN;
        assert(epoll_ctl(instance, EPOLL_CTL_MOD, pairs[client][1], &event) == 0);
    }
}

int main(void)
{
    pthread_t workers[2];
    int bell[2];
    char byte;
    instance = epoll_create1(EPOLL_CLOEXEC);
    for (unsigned i = 0; i < CLIENTS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]);
        assert(epoll_ctl(instance, EPOLL_CTL_ADD, pairs[i][1], &event) == 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < CLIENTS; i++)
        assert(send(pairs[i][0], "x", 1, 0) == 1);
    for (int i = 0; i < CLIENTS; i++)
        assert(recv(pairs[i][0], &byte, 1, 0) == 1 && byte == 'x');
    pipe(bell);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = CLIENTS};
    epoll_ctl(instance, EPOLL_CTL_ADD, bell[0], &event);
    write(bell[1], "x", 1);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
