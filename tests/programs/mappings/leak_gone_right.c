// expect: safe
// heddle: --property=leak
// A pointer to a page that is gone still leads to the other pages of its mapping, for each input.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

unsigned __VERIFIER_nondet_uint(void);

static char *known, *which;

int main(void)
{
    known = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(known, 4096);
    char *all = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all, 4096);
    which = all + (__VERIFIER_nondet_uint() & 1 ? 100 : 5000);
    return 0;
}
