// expect: violation
// kinds: memory
// message: invalid free: free of block of 4096 bytes .* which is a mapping
// Memory of mmap is released by munmap, not by free.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    free(pages); // <- violation
    return 0;
}
