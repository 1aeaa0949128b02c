// expect: inconclusive
// message: control messages of sendmsg \(SCM_RIGHTS\)
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

int main(void)
{
    int ends[2];
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &ends[0], sizeof(int));
    sendmsg(ends[0], &message, 0);
    return 0;
}
