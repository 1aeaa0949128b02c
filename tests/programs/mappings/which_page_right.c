// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    enum { PAGE = 4096 };
    unsigned which = __VERIFIER_nondet_uint();
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, PAGE, PROT_READ);
    if (which >= 3)
        return 0;
    int sum = all[which * PAGE];
    if (which != 1)
        all[which * PAGE + 1] = 1;
    assert(sum == 0 && all[which * PAGE + 1] == (which != 1));
    return 0;
}
