// expect: inconclusive
// message: munmap of what is not mapped any more
// What two threads unmap may be something else by then.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char *pages;

static void *unmap(void *unused)
{
    munmap(pages, 4096);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, unmap, NULL);
    unmap(NULL);
    pthread_join(thread, NULL);
    return 0;
}
