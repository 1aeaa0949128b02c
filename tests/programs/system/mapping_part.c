// expect: inconclusive
// message: munmap of a part of a mapping
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return munmap(pages + 4096, 4096);
}
