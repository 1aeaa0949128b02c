// expect: inconclusive
// message: O_PATH or O_TMPFILE|O_DIRECT|SEEK_HOLE
// case: CALL=1 default
// case: CALL=2 default
// case: CALL=3 default
// case: CALL=4 default
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#ifndef CALL
#define CALL 1
#endif

int main(void)
{
    int ends[2], file = open("/tmp/heddle-file", O_CREAT | O_RDWR, 0600);
    char byte;
    switch (CALL) {
    case 1: assert(open("/tmp", O_TMPFILE | O_RDWR, 0600) >= 0); break;
    case 2: assert(read(open("/tmp/heddle-file", O_PATH), &byte, 1) == -1 && errno == EBADF); break;
    case 3: assert(pipe2(ends, O_DIRECT) == 0); break;
    default: assert(write(file, "abc", 3) == 3 && lseek(file, 0, SEEK_HOLE) == 3);
    }
    return 0;
}
