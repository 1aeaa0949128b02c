// The block is released after its size was asked for, in every execution; but what makes the release wait orders nothing.
// expect: violation
// heddle: --property=data-race
// kinds: data-race
// message: look at the size of a block of 16 bytes by main.1
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_size_t counted;

static void *count(void *block)
{
    atomic_store_explicit(&counted, malloc_usable_size(block), memory_order_relaxed);
    return NULL;
}

int main(void)
{
    int *block = malloc(16);
    pthread_t thread;
    pthread_create(&thread, NULL, count, block);
    *block = 1;
    while (!atomic_load_explicit(&counted, memory_order_relaxed))
        ;
    free(block); // <- violation
    pthread_join(thread, NULL);
    return 0;
}
