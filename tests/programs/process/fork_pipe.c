// expect: inconclusive
// message: files and descriptors after fork
// What the child writes is not known: that nothing comes is no deadlock.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    pipe(ends);
    if (fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    close(ends[1]);
    assert(read(ends[0], &byte, 1) == 1);
    return 0;
}
