// expect: inconclusive
// message: a range of pages in several mappings
// por: none classic source optimal states default
// A range that covers two mappings, of which another thread unmaps the second one before or after: what msync says of it is not
// modelled.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *first, *second;

static void *unmap(void *argument)
{
    munmap(second, 4096);
    return argument;
}

int main(void)
{
    char *a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *b = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    first = a < b ? a : b;
    second = a < b ? b : a;
    pthread_t t;
    pthread_create(&t, NULL, unmap, NULL);
    assert(msync(first, (size_t)(second - first) + 4096, MS_ASYNC) == 0);
    pthread_join(t, NULL);
    return 0;
}
