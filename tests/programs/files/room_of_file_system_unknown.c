// expect: inconclusive
// How much room a file system has is not known.
#include <assert.h>
#include <sys/statvfs.h>

int main(void)
{
    struct statvfs facts;
    assert(statvfs("/tmp", &facts) == 0);
    assert(facts.f_bavail < 1000);
    return 0;
}
