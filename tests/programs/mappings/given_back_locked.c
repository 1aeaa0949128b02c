// expect: inconclusive
// message: this advice of madvise, where the program has locked memory
// Natively EINVAL: locked pages cannot be given back.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mlock(all, 4096) != 0)
        return 0;
    return madvise(all, 4096, MADV_DONTNEED) == 0;
}
