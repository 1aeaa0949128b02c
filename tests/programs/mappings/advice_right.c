// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all[0] = all[2 * PAGE] = 1;
    assert(mprotect(all + PAGE, PAGE, PROT_NONE) == 0);
    assert(madvise(all, 3 * PAGE, MADV_DONTDUMP) == 0 && msync(all, 3 * PAGE, MS_SYNC) == 0);
    assert(madvise(all, PAGE, MADV_DONTNEED) == 0 && all[0] == 0 && all[2 * PAGE] == 1);
    assert(munmap(all, 2 * PAGE) == 0 && madvise(all + 2 * PAGE, PAGE, MADV_DONTNEED) == 0 && all[2 * PAGE] == 0);
    return 0;
}
