// expect: inconclusive
// message: mremap of pages that are not mapped any more
// Natively EFAULT.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all, 4096);
    return mremap(all, 2 * 4096, 4096, MREMAP_MAYMOVE) != MAP_FAILED;
}
