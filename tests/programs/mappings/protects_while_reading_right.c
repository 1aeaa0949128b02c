// expect: safe
// Readers do not mind that a page may not be written any more, nor what becomes of other pages.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *page;

static void *read_page(void *unused)
{
    assert(page[0] == 4);
    return unused;
}

int main(void)
{
    pthread_t thread;
    page = mmap(NULL, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = 4;
    pthread_create(&thread, NULL, read_page, NULL);
    mprotect(page, 4096, PROT_READ);
    mprotect(page + 1024, 4096, PROT_NONE);
    munmap(page + 2048, 4096);
    pthread_join(thread, NULL);
    return 0;
}
