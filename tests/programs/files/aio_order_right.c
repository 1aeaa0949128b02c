// por: classic source optimal default
// expect: safe
// Requests for one descriptor are done in the order in which they came.
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char name[] = "/tmp/aioXXXXXX", byte = 0;
    int file = mkstemp(name);
    if (file < 0)
        return 0;
    struct aiocb write = {.aio_fildes = file, .aio_buf = "x", .aio_nbytes = 1};
    struct aiocb read = {.aio_fildes = file, .aio_buf = &byte, .aio_nbytes = 1};
    const struct aiocb *list[] = {&read};
    assert(aio_write(&write) == 0 && aio_read(&read) == 0);
    assert(aio_suspend(list, 1, NULL) == 0 && aio_return(&read) == 1 && byte == 'x');
    assert(aio_error(&write) == 0 && aio_return(&write) == 1);
    unlink(name);
    return 0;
}
