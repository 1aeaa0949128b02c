// expect: violation
// kinds: assertion
// A stream keeps no boundaries: what was sent by two calls may be there in part.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *send_twice(void *argument)
{
    send(ends[0], "he", 2, 0);
    write(ends[0], "llo", 3);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char bytes[8];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, send_twice, NULL);
    assert(recv(ends[1], bytes, 5, 0) == 5); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
