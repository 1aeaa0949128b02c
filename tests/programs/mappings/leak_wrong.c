// expect: violation
// kinds: leak
// violations: 1
// line: 13
// heddle: --property=leak --all
// Of a mapping in three parts nothing is known any more: one block.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *all = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(all, 4096);
    mprotect(all + 8192, 4096, PROT_NONE);
    all = NULL;
    return 0;
}
