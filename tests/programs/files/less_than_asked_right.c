// expect: safe
// Calls that are told of more memory than there is, and put less into it than there is: as natively, only
// what they do access counts.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2], pair[2];
    char small[10] = "abc", line[4], path[3];
    assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0);
    assert(write(ends[1], "hello", 5) == 5 && read(ends[0], small, 100) == 5);
    assert(write(pair[1], "hello", 5) == 5 && recv(pair[0], small, 100, 0) == 5);
    FILE *file = fopen("/tmp/lines", "w+");
    assert(file && fputs("ab\n", file) >= 0);
    rewind(file);
    assert(fgets(line, 100, file) == line && line[2] == '\n');
    assert(getcwd(path, 100) == path && path[0] == '/');
    // An error comes before anything is read.
    close(ends[0]);
    close(ends[1]);
    assert(write(ends[1], small, 100) == -1 && errno == EBADF);
    return fclose(file);
}
