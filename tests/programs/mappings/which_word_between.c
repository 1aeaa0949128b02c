// expect: inconclusive
// message: an access to pages of a mapping with different protection
// Some of the words that the input chooses lie in both pages, and may be read.
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

unsigned __VERIFIER_nondet_uint(void);

struct unaligned {
    int value;
} __attribute__((packed));

int main(void)
{
    enum { PAGE = 4096 };
    unsigned which = __VERIFIER_nondet_uint();
    char *all = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, PAGE, PROT_READ);
    if (which >= 16)
        return 0;
    return ((struct unaligned *)(all + PAGE - 8 + which))->value;
}
