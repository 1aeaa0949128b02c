// heddle: --property=memory,assertion,leak,uninitialised
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    char *pages = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages != MAP_FAILED && (uintptr_t)pages % 4096 == 0 && pages[0] == 0 && pages[8191] == 0);
    memset(pages, 'x', 8192);
    assert(madvise(pages + 4096, 4096, MADV_DONTNEED) == 0 && pages[4095] == 'x' && pages[4096] == 0);
    assert(mprotect(pages, 4096, PROT_READ | PROT_WRITE) == 0 && munmap(pages, 8192) == 0);
    assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    return 0;
}
