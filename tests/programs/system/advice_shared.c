// expect: inconclusive
// message: this advice of madvise, where the program has mapped shared memory
// Memory that is shared keeps what it holds when it is not needed for now.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    page[0] = 1;
    assert(madvise(page, 4096, MADV_DONTNEED) == 0);
    assert(page[0] == 1);
    return munmap(page, 4096);
}
