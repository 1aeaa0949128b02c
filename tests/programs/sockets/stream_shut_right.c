// expect: safe
// A stream over a socket for datagrams that was shut down fails with EPIPE, without a signal.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void)
{
    int ends[2];
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0 && shutdown(ends[0], SHUT_WR) == 0);
    FILE *stream = fdopen(ends[0], "w");
    fputs("x", stream);
    assert(fflush(stream) == EOF && errno == EPIPE);
    return 0;
}
