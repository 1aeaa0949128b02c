// expect: safe
// Pages that hold zeros hold zeros after MADV_FREE, too.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED);
    assert(madvise(page, 4096, MADV_FREE) == 0);
    assert(page[0] == 0 && page[4095] == 0);
    munmap(page, 4096);
    return 0;
}
