// expect: violation
// kinds: memory
// message: protected memory: read of 2 bytes in \[8192\] of block
// A number whose first bytes may be read, and whose last ones may not where the other thread was there first.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

struct unaligned {
    int value;
} __attribute__((packed));

static char *all;

static void *read_both(void *unused)
{
    return ((struct unaligned *)(all + 2 * PAGE - 2))->value ? NULL : unused; // <- violation
}

int main(void)
{
    pthread_t thread;
    all = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, PAGE, PROT_READ);
    pthread_create(&thread, NULL, read_both, NULL);
    mprotect(all + 2 * PAGE, PAGE, PROT_NONE);
    pthread_join(thread, NULL);
    return 0;
}
