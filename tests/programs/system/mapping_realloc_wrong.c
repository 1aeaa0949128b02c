// expect: violation
// kinds: memory
// message: invalid free: realloc of block of 4096 bytes .* which is a mapping
// A mapping grows by mremap, not by realloc; a block of the heap is not what munmap releases as a whole.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages = mremap(pages, 4096, 8192, MREMAP_MAYMOVE);
    munmap(pages, 8192);
    pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages = realloc(pages, 8192); // <- violation
    free(pages);
    return 0;
}
