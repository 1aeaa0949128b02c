// por: classic source optimal default
// expect: safe
// What calls for asynchronous input and output return.
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void finish(struct aiocb *control, ssize_t result)
{
    const struct aiocb *list[] = {NULL, control};
    assert(aio_suspend(list, 2, NULL) == 0);
    assert(aio_error(control) == 0 && aio_return(control) == result);
}

int main(void)
{
    char name[] = "/tmp/aioXXXXXX", bytes[4] = "";
    int file = mkstemp(name);
    if (file < 0)
        return 0;
    struct aiocb write = {.aio_fildes = file, .aio_buf = "abc", .aio_nbytes = 3, .aio_offset = 1};
    struct aiocb read = {.aio_fildes = file, .aio_buf = bytes, .aio_nbytes = 3, .aio_offset = 2};
    assert(aio_write(&write) == 0);
    finish(&write, 3);
    assert(aio_read(&read) == 0);
    finish(&read, 2);
    assert(memcmp(bytes, "bc", 2) == 0);
    assert(aio_fsync(O_SYNC, &write) == 0);
    finish(&write, 0);
    assert(aio_cancel(file, NULL) == AIO_ALLDONE && aio_fsync(5, &write) == -1 && errno == EINVAL);
    struct aiocb none = {.aio_fildes = 99, .aio_buf = bytes, .aio_nbytes = 1};
    assert(aio_read(&none) == 0);
    const struct aiocb *list[] = {&none};
    assert(aio_suspend(list, 1, NULL) == 0 && aio_error(&none) == EBADF && aio_return(&none) == -1);
    none.aio_reqprio = -1;
    assert(aio_read(&none) == -1 && errno == EINVAL && aio_cancel(99, NULL) == -1 && errno == EBADF);
    unlink(name);
    return 0;
}
