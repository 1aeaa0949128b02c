// expect: violation
// kinds: assertion
// Linux promises that a mapping begins at a page, not that a large one is aligned to its size.
#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

int main(void)
{
    enum { SIZE = 4 << 20 };
    char *pages = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert((uintptr_t)pages % SIZE == 0); // <- violation
    return munmap(pages, SIZE);
}
