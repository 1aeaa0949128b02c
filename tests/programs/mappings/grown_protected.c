// expect: inconclusive
// message: mremap of pages that are not mapped any more, or of protected ones to more
// A mapping that may only be read stays so when it becomes larger, which has no model: the write at the end is an error.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all = mremap(all, 4096, 8192, MREMAP_MAYMOVE);
    all[0] = 1;
    return 0;
}
