// expect: safe
// mmap at the place of pages of one's own: they hold zeros then, and what may be done with them is new.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
    all[PAGE - 1] = all[PAGE] = all[2 * PAGE - 1] = all[2 * PAGE] = 7;
    assert(mmap(all + PAGE, PAGE, PROT_READ | PROT_WRITE, FLAGS | MAP_FIXED, -1, 0) == all + PAGE);
    assert(all[PAGE - 1] == 7 && all[PAGE] == 0 && all[2 * PAGE - 1] == 0 && all[2 * PAGE] == 7);
    all[PAGE] = 8;
    assert(mprotect(all, PAGE, PROT_NONE) == 0);
    assert(mmap(all, 2 * PAGE, PROT_READ, FLAGS | MAP_FIXED, -1, 0) == all);
    assert(all[PAGE - 1] == 0 && all[PAGE] == 0 && all[2 * PAGE] == 7);
    return 0;
}
