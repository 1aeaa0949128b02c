// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all[PAGE - 1] = 1;
    assert(mremap(all, 3 * PAGE, 2 * PAGE, 0) == all && all[PAGE - 1] == 1);
    assert(mremap(all, 2 * PAGE, PAGE, MREMAP_MAYMOVE) == all && all[PAGE - 1] == 1);
    return munmap(all, PAGE);
}
