// expect: inconclusive
// message: a range of pages that is more than a mapping
// Beyond a mapping there may be another one, or nothing, and then the call fails.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = 1;
    assert(madvise(page, 8192, MADV_DONTNEED) == 0 || page[0] == 0);
    return munmap(page, 4096);
}
