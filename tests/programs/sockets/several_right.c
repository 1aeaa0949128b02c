// expect: safe
// Several datagrams by one call.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

static int ends[2];

static void *send_two(void *argument)
{
    char a[] = "one", b[] = "three";
    struct iovec parts[2] = {{a, 3}, {b, 5}};
    struct mmsghdr messages[2];
    memset(messages, 0, sizeof messages);
    for (int i = 0; i < 2; i++) {
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
    }
    assert(sendmmsg(ends[0], messages, 2, 0) == 2 && messages[0].msg_len == 3 && messages[1].msg_len == 5);
    return argument;
}

int main(void)
{
    pthread_t t;
    char texts[3][8];
    struct iovec parts[3];
    struct mmsghdr messages[3];
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    memset(messages, 0, sizeof messages);
    for (int i = 0; i < 3; i++) {
        parts[i] = (struct iovec){texts[i], sizeof texts[i]};
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
    }
    assert(recvmmsg(ends[1], messages, 3, MSG_DONTWAIT, NULL) == -1 && errno == EAGAIN);
    pthread_create(&t, NULL, send_two, NULL);
    int first = recvmmsg(ends[1], messages, 3, MSG_WAITFORONE, NULL);
    assert(first == 1 || first == 2);
    assert(messages[0].msg_len == 3 && !memcmp(texts[0], "one", 3));
    if (first == 1)
        assert(recvmmsg(ends[1], messages + 1, 2, MSG_WAITFORONE, NULL) == 1);
    assert(messages[1].msg_len == 5 && !memcmp(texts[1], "three", 5));
    pthread_join(t, NULL);
    return 0;
}
