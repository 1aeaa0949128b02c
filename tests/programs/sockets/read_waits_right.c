// heddle: --property=leak
// expect: safe
// A read of many bytes that waits once, and more than once, leaves no memory behind.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument)
{
    char bytes[1024];
    (void)argument;
    return read(ends[0], bytes, sizeof bytes) == 1 ? 0 : argument;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, 0, reader, 0);
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, 0);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
