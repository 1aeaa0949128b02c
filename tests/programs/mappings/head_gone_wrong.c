// expect: violation
// kinds: memory
// message: use after munmap: read of 1 byte in \[4095\] of block of 12288 bytes allocated at .*head_gone_wrong.c:13, unmapped at .*head_gone_wrong.c:15
// What is left of a mapping keeps what it holds.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    enum { PAGE = 4096 };
    char *all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all[PAGE] = all[2 * PAGE - 1] = 5;
    munmap(all, PAGE);
    munmap(all + 2 * PAGE, PAGE);
    assert(all[PAGE] == 5 && all[2 * PAGE - 1] == 5);
    return all[PAGE - 1]; // <- violation
}
