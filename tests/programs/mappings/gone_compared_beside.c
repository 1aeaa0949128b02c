// expect: inconclusive
// message: which may come back
// por: none classic source optimal states default
// A page is unmapped while another thread maps one, which may get its address: whether the addresses are equal is not modelled,
// whichever comes first.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *all;

static void *unmap(void *argument)
{
    munmap(all + 4096, 4096);
    return argument;
}

static void *map(void *argument)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == all + 4096)
        assert(0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    all = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&threads[0], NULL, unmap, NULL);
    pthread_create(&threads[1], NULL, map, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
