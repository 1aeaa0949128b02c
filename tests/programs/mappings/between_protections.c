// expect: inconclusive
// message: an access to pages of a mapping with different protection
// The copy reads from two pages, one of which may not be written: it may do that.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char copy[16], *all = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all, PAGE, PROT_READ);
    memcpy(copy, all + PAGE - 8, 16);
    assert(copy[15] == 0);
    return 0;
}
