// heddle: --property=data-race
// expect: violation
// kinds: data-race
// What waits for instructions, and is a fence only behind a branch, orders nothing by C's rules.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *unused)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    int seen = atomic_load_explicit(&ready, memory_order_relaxed);
    __asm__ volatile("isync" : : : "memory");
    int value = seen ? data : 0;
    pthread_join(producer, NULL);
    return value;
}
