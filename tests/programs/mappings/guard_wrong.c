// expect: violation
// kinds: memory
// message: protected memory: write of 1 byte in \[8192\] of block of 12288 bytes allocated at .*guard_wrong.c:13, which may not be accessed since .*guard_wrong.c:14
// A guard page behind a stack: who runs over its end is stopped there.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

int main(void)
{
    char *stack = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(stack + 2 * PAGE, PAGE, PROT_NONE);
    for (int i = 2 * PAGE - 2; i <= 2 * PAGE; i++)
        stack[i] = 1; // <- violation
    return 0;
}
