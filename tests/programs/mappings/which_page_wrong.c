// expect: violation
// kinds: memory
// message: protected memory: write of 1 byte in \[4096\]
// violations: 1
// heddle: --all
// Which page is written depends on an input.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    enum { PAGE = 4096 };
    unsigned which = __VERIFIER_nondet_uint();
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, PAGE, PROT_READ);
    if (which < 3)
        all[which * PAGE] = 1; // <- violation
    return 0;
}
