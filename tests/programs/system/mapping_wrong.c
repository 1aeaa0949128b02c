// expect: violation
// kinds: memory
// One thread unmaps what the other one writes to.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static char *pages;

static void *write_it(void *argument)
{
    pages[10] = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, write_it, NULL);
    munmap(pages, 4096);
    pthread_join(thread, NULL);
    return 0;
}
