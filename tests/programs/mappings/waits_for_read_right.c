// expect: safe
// A thread that waits for what others write to a page that may only be read for a while.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int *page;

static void *wait(void *unused)
{
    while (!*page)
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page, 4096, PROT_READ);
    pthread_create(&thread, NULL, wait, NULL);
    mprotect(page, 8192, PROT_READ | PROT_WRITE);
    *page = 1;
    mprotect(page, 4096, PROT_READ);
    pthread_join(thread, NULL);
    return 0;
}
