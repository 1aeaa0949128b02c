// expect: inconclusive
// message: how much memory and the like
// What depends on the machine decides nothing.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    assert(usage.ru_maxrss < 1000);
    return 0;
}
