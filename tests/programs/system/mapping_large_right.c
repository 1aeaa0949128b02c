// expect: safe
// Large mappings begin at a page and are zero all over; what is inside them is written and unmapped as a
// whole.
#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

int main(void)
{
    enum { SIZE = 3 << 20, PAGE = 4096 };
    char *a = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *b = mmap(0, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(a != MAP_FAILED && (uintptr_t)a % PAGE == 0 && a[0] == 0 && a[SIZE - 1] == 0);
    assert(b != MAP_FAILED && (uintptr_t)b % PAGE == 0 && (b >= a + SIZE || b + (4 << 20) <= a));
    a[SIZE - 1] = 1;
    b[0] = 2;
    assert(a[SIZE - 1] == 1 && munmap(a, SIZE) == 0 && b[0] == 2 && munmap(b, 4 << 20) == 0);
    return 0;
}
