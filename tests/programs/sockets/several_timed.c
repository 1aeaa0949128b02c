// expect: inconclusive
// message: recvmmsg with a time
// The time of recvmmsg is looked at between messages only (recvmmsg(2), "BUGS"), which has no model.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

int main(void)
{
    int ends[2];
    char text[8];
    struct iovec part = {text, sizeof text};
    struct mmsghdr message;
    struct timespec time = {1, 0};
    memset(&message, 0, sizeof message);
    message.msg_hdr.msg_iov = &part;
    message.msg_hdr.msg_iovlen = 1;
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0 && send(ends[0], "x", 1, 0) == 1);
    assert(recvmmsg(ends[1], &message, 1, 0, &time) == 1);
    return 0;
}
