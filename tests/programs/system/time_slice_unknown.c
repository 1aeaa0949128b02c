// expect: inconclusive
// message: how long the system lets a thread go on
#include <assert.h>
#include <sched.h>

int main(void)
{
    struct timespec slice;
    assert(sched_rr_get_interval(0, &slice) == 0);
    assert(slice.tv_nsec > 0);
    return 0;
}
