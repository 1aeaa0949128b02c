// expect: violation
// kinds: memory
// message: protected memory: write of 1 byte
// What sprintf writes is written as by the program itself.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return sprintf(page, "%d", 12); // <- violation
}
