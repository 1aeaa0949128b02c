// expect: safe
// The copy, and the number, are read from pages of which one may not be written: they may be read.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

struct unaligned {
    int value;
} __attribute__((packed));

static char *all;

static void *read_both(void *unused)
{
    char copy[16];
    memcpy(copy, all + PAGE - 8, 16);
    assert(copy[7] == 1 && copy[15] == 0);
    assert(((struct unaligned *)(all + PAGE - 2))->value == 0x100);
    return unused;
}

int main(void)
{
    pthread_t thread;
    all = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    all[PAGE - 1] = 1;
    mprotect(all, PAGE, PROT_READ);
    read_both(NULL);
    pthread_create(&thread, NULL, read_both, NULL);
    mprotect(all + PAGE, PAGE, PROT_READ);
    all[0] == 0 ? mprotect(all, PAGE, PROT_READ | PROT_WRITE) : 0;
    pthread_join(thread, NULL);
    return 0;
}
