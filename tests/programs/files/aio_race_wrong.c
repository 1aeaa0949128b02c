// heddle: --property=data-race
// expect: violation
// kinds: data-race
// What is being written must not be changed.
#define _GNU_SOURCE
#include <aio.h>
#include <stddef.h>
#include <unistd.h>

static char bytes[2];

int main(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    struct aiocb control = {.aio_fildes = ends[1], .aio_buf = bytes, .aio_nbytes = 2};
    if (aio_write(&control) == 0)
        bytes[0] = 1;
    return 0;
}
