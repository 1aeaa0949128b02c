// expect: inconclusive
// message: munmap of what is not mapped any more
// Natively it succeeds, or takes away what another thread has mapped there since.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all + PAGE, PAGE);
    return munmap(all, 3 * PAGE);
}
