// expect: violation
// kinds: assertion
// A thread may run on any processor.
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

int main(void)
{
    assert(sched_getcpu() != 3); // <- violation
    return 0;
}
