// expect: safe
// As allocators get memory that is aligned: a mapping of twice the size, and what is too much at both ends is
// given back.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { SIZE = 2 << 20 };

static char *aligned_mapping(void)
{
    char *pages = mmap(0, 2 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t before = (SIZE - (uintptr_t)pages % SIZE) % SIZE;
    if (before)
        munmap(pages, before);
    if (before < SIZE)
        munmap(pages + before + SIZE, SIZE - before);
    return pages + before;
}

int main(void)
{
    char *aligned = aligned_mapping();
    assert((uintptr_t)aligned % SIZE == 0);
    aligned[SIZE - 1] = 1;
    return munmap(aligned, SIZE);
}
