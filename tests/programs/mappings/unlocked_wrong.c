// expect: violation
// kinds: memory
// message: protected memory: write of 4 bytes in .* which may not be written since .*unlocked_wrong.c:(16|22|23)
// The other thread takes the permission away between this thread's mprotect and its write.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *page;

static void *set(void *number)
{
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    page[(int *)number - page] = 1; // <- violation
    mprotect(page, 4096, PROT_READ);
    return number;
}

int main(void)
{
    pthread_t thread;
    page = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, set, page + 1);
    set(page + 2);
    pthread_join(thread, NULL);
    return 0;
}
