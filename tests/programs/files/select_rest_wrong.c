// expect: violation
// kinds: assertion
// Linux stores what is left of the timeout of select: nothing, when the time is over.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
    struct timeval timeout = {0, 2000};
    assert(select(0, 0, 0, 0, &timeout) == 0);
    assert(timeout.tv_usec == 2000); // <- violation
    return 0;
}
