// expect: safe
// A compiler barrier does nothing that the machine could see.
#include <assert.h>

int main(void)
{
    volatile int x = 1;
    __asm__ volatile("" ::: "memory");
    assert(x == 1);
    return 0;
}
