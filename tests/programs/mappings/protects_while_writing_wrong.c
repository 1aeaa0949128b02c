// expect: violation
// kinds: memory
// message: protected memory: write of 4 bytes
// heddle: --all
// violations: 1
// Only where the page is protected before the other thread writes.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *page;

static void *write_page(void *unused)
{
    page[1024] = 1; // <- violation
    return unused;
}

int main(void)
{
    pthread_t thread;
    page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, write_page, NULL);
    mprotect(page + 1024, 4096, PROT_READ);
    pthread_join(thread, NULL);
    return 0;
}
