// expect: violation
// kinds: memory
// message: protected memory: read of 4 bytes in block of 8192 bytes allocated at .*reserved_wrong.c:10, which may not be accessed since .*reserved_wrong.c:10
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *page = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page[0]; // <- violation
}
