// expect: violation
// kinds: data-race memory
// heddle: --property=memory,data-race --all
// The tail of a mapping is given back while another thread may read it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *pages;

static void *read_tail(void *unused)
{
    return pages[1024] ? NULL : unused;
}

int main(void)
{
    pthread_t thread;
    pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, read_tail, NULL);
    pages[0] = 1;
    munmap(pages + 1024, 4096);
    pthread_join(thread, NULL);
    return 0;
}
