// expect: violation
// kinds: assertion
// The buffer is looked at before the request is done.
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte = 0;
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return 0;
    struct aiocb read = {.aio_fildes = ends[0], .aio_buf = &byte, .aio_nbytes = 1};
    if (aio_read(&read) == 0)
        assert(byte == 'x');
    return 0;
}
