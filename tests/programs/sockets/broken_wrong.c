// expect: violation
// kinds: assertion
// The peer may be gone before all was sent.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *leave(void *argument)
{
    char byte;
    read(ends[1], &byte, 1);
    close(ends[1]);
    return argument;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, leave, NULL);
    assert(send(ends[0], "a", 1, MSG_NOSIGNAL) == 1);
    assert(send(ends[0], "b", 1, MSG_NOSIGNAL) == 1); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
