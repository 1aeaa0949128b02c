// expect: inconclusive
// message: what is left of the timeout of select
// How much is left when there is something to read before is not known.
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    struct timeval timeout = {0, 2000};
    fd_set set;
    assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    assert(select(ends[0] + 1, &set, 0, 0, &timeout) == 1);
    assert(timeout.tv_usec == 2000);
    return 0;
}
