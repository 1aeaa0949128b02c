// expect: safe
// A mapping is private or shared.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/mman.h>

int main(void)
{
    assert(mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    return 0;
}
