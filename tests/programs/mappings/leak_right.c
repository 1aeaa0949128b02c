// expect: safe
// heddle: --property=leak,memory
// All of a mapping is known as long as a part of it is; what is left of one is given back in parts.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

static char **kept;

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    kept = (char **)(all + PAGE);
    *(char **)(all + 2 * PAGE) = malloc(1);
    mprotect(all, PAGE, PROT_NONE);
    mprotect(all + 2 * PAGE, PAGE, PROT_READ);
    char *other = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(other, PAGE);
    munmap(other + PAGE, PAGE);
    return 0;
}
