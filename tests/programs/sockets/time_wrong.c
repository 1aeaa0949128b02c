// expect: violation
// kinds: assertion
// SO_RCVTIMEO: the time may be over before anything is sent.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>

static int ends[2];

static void *send_it(void *argument)
{
    assert(send(ends[0], "x", 1, 0) == 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct timeval time = {.tv_sec = 1};
    char byte;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    assert(setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0);
    pthread_create(&thread, NULL, send_it, NULL);
    ssize_t got = recv(ends[1], &byte, 1, 0);
    assert(got == 1); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
