// expect: violation
// kinds: memory
// message: use after munmap: write of 4098 bytes in \[4096\] of block
// A range that begins in memory and ends in what is gone.
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all + PAGE, PAGE);
    memset(all, 1, PAGE);
    memset(all, 1, PAGE + 2); // <- violation
    return 0;
}
