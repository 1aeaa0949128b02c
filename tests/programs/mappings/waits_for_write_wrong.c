// expect: violation
// kinds: memory
// message: protected memory: write of 4 bytes
// A compare-exchange is a write also where it fails, as on x86: the thread that waits ends when the page may
// not be written any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int *page;

static void *wait(void *unused)
{
    for (int one = 1; !atomic_compare_exchange_strong(page, &one, 2);) // <- violation
        one = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, wait, NULL);
    mprotect(page, 4096, PROT_READ);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    *page = 1;
    pthread_join(thread, NULL);
    return 0;
}
