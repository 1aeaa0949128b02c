// expect: inconclusive
// message: a range of pages that is more than a mapping
// A range that goes on behind a mapping, nearly without end: msync fails, unless something has been mapped there.
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *at = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(msync(at, 100, MS_ASYNC) == 0);
    assert(msync(at, (size_t)1 << 45, MS_ASYNC) == 0);
    return 0;
}
