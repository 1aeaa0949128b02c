// expect: inconclusive
// message: scanf from a pipe or a socket
#include <assert.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2], value = 0;
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && write(ends[1], "42 ", 3) == 3);
    FILE *stream = fdopen(ends[0], "r");
    assert(fscanf(stream, "%d", &value) == 1 && value == 42);
    return 0;
}
