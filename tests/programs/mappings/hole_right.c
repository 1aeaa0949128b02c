// expect: safe
// A hole in a mapping; both sides are given back on their own.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all[0] = 1;
    all[2 * PAGE] = 2;
    assert(munmap(all + PAGE, PAGE) == 0);
    assert(all[0] == 1 && all[2 * PAGE] == 2);
    assert(munmap(all, PAGE) == 0);
    assert(all[2 * PAGE] == 2);
    assert(munmap(all + 2 * PAGE, PAGE) == 0);
    return 0;
}
