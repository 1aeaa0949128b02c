// heddle: --property=assertion,deadlock,memory,data-race,leak
// expect: safe
// MSG_WAITALL waits for all, and what was written before is seen.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2], written;

static void *send_twice(void *argument)
{
    struct iovec parts[] = {{"l", 1}, {"lo", 2}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    written = 1;
    send(ends[0], "he", 2, 0);
    assert(sendmsg(ends[0], &message, 0) == 3);
    assert(close(ends[0]) == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char bytes[8];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, send_twice, NULL);
    assert(recv(ends[1], bytes, 5, MSG_WAITALL) == 5 && memcmp(bytes, "hello", 5) == 0 && written);
    assert(read(ends[1], bytes, 1) == 0);
    pthread_join(thread, NULL);
    close(ends[1]);
    return 0;
}
