// heddle: --property=assertion,memory,leak
// expect: safe
// More descriptors than a process may have are refused, and nothing stays allocated.
#include <assert.h>
#include <errno.h>
#include <poll.h>

int main(void)
{
    static struct pollfd none[1025];
    for (int i = 0; i < 1025; i++)
        none[i].fd = -1;
    assert(poll(none, 1025, 0) == -1 && errno == EINVAL);
    assert(poll(none, 1024, 0) == 0);
    return 0;
}
