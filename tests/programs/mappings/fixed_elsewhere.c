// expect: inconclusive
// message: mmap at a fixed address
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/mman.h>

static char area[3 * 4096];

int main(void)
{
    char *page = area + (4096 - (uintptr_t)area % 4096) % 4096;
    return mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED;
}
