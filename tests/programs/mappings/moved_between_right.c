// expect: safe
// A move from pages of different protection into one of them, where the ranges overlap.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 20; i++)
        all[4086 + i] = (char)i;
    mprotect(all, 4096, PROT_READ);
    memmove(all + 4096, all + 4092, 12);
    for (int i = 0; i < 12; i++)
        assert(all[4096 + i] == 6 + i);
    return 0;
}
