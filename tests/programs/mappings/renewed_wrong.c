// expect: violation
// kinds: memory
// message: protected memory: write of 1 byte in \[4096\] of block of 8192 bytes .* which may not be accessed since .*renewed_wrong.c:13
// As allocators give memory back to the system and keep the addresses.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };
    char *all = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, FLAGS, -1, 0);
    mmap(all + PAGE, PAGE, PROT_NONE, FLAGS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    all[0] = 1;
    all[PAGE] = 1; // <- violation
    return 0;
}
