// expect: safe
// A part of a mapping is given back; the rest stays.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages[4095] = 1;
    return munmap(pages + 4096, 4096) || pages[4095] != 1;
}
