// expect: safe
// After its time is over, select has taken the timeout away; the next one with it only looks.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
    struct timeval timeout = {1, 2000};
    assert(select(0, 0, 0, 0, &timeout) == 0);
    assert(timeout.tv_sec == 0 && timeout.tv_usec == 0);
    assert(select(0, 0, 0, 0, &timeout) == 0 && timeout.tv_sec == 0);
    return 0;
}
