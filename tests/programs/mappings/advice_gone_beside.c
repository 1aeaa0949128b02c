// expect: inconclusive
// message: msync of pages that are not mapped any more
// Another thread may unmap the page before: natively that fails with ENOMEM.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *all;

static void *unmap(void *unused)
{
    munmap(all + 4096, 4096);
    return unused;
}

int main(void)
{
    pthread_t thread;
    all = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, unmap, NULL);
    assert(msync(all + 4096, 4096, MS_SYNC) == 0);
    pthread_join(thread, NULL);
    return 0;
}
