// expect: violation
// kinds: memory
// message: use after munmap: read of 1 byte in \[4096\] of block of 8192 bytes
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mremap(all, 8192, 4096, 0);
    return all[4096]; // <- violation
}
