// expect: violation
// kinds: memory
// message: protected memory: write of 4 bytes in block of 4096 bytes allocated at .*read_only_wrong.c:10, which may not be written since .*read_only_wrong.c:12
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = 3;
    mprotect(page, 4096, PROT_READ);
    int value = page[0];
    page[0] = value + 1; // <- violation
    return 0;
}
