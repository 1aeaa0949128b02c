// heddle: --property=leak
// expect: safe
// case: CALL=1 default
// case: CALL=2 default
// case: CALL=3 default
// case: CALL=4 default
// Calls that wait and are cancelled leave none of the library's memory behind.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef CALL
#define CALL 1
#endif

static int ends[2];

static void *waiter(void *argument)
{
    static char bytes[1024];
    struct iovec parts = {bytes, sizeof bytes};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    switch (CALL) {
    case 1: select(ends[0] + 1, &set, 0, 0, 0); break;
    case 2: recv(ends[0], bytes, sizeof bytes, 0); break;
    case 3: readv(ends[0], &parts, 1); break;
    default: read(ends[0], bytes, sizeof bytes); break;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, 0, waiter, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
