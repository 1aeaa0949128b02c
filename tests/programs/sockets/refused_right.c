// expect: safe
// Nobody listens: at once, or later for one that does not wait.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(4000), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "missing"};
    int s = socket(AF_INET, SOCK_STREAM, 0), error = 0;
    socklen_t length = sizeof error;
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == -1 && errno == ECONNREFUSED);
    close(s);
    s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == -1 && errno == EINPROGRESS);
    struct pollfd p = {s, POLLOUT, 0};
    assert(poll(&p, 1, -1) == 1 && p.revents & POLLERR);
    assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == ECONNREFUSED);
    close(s);
    s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(connect(s, (struct sockaddr *)&path, sizeof path) == -1 && errno == ENOENT);
    assert(send(s, "x", 1, MSG_NOSIGNAL) == -1 && errno == ENOTCONN);
    assert(socketpair(AF_INET, SOCK_STREAM, 0, &s) == -1 && errno == EOPNOTSUPP);
    assert(recv(0, &error, 1, 0) == -1 && errno == ENOTSOCK);
    assert(recv(77, &error, 1, 0) == -1 && errno == EBADF);
    return 0;
}
