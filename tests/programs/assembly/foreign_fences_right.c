// expect: safe
// Fences of POWER and ARM, in programs for models of their memory: they order what C's fences
// order for data races, and nothing else.
// case: default none
// case: --property=data-race default none
// case: KIND=1 --property=data-race default
// case: KIND=2 --property=data-race default
// case: KIND=3 --property=data-race default
// case: KIND=4 --property=data-race default
// case: KIND=5 --property=data-race default
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if KIND == 1
#define FENCE "dmb"
#elif KIND == 2
#define FENCE "dmb ish"
#elif KIND == 3
#define FENCE "DSB  SY"
#elif KIND == 4
#define FENCE "sync; hwsync"
#elif KIND == 5
#define FENCE "eieio"
#else
#define FENCE "lwsync"
#endif

static int data;
static atomic_int ready;

static void *produce(void *unused)
{
    data = 1;
    __asm__ volatile(FENCE : : : "memory");
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        __asm__ volatile("isync; isb" : : : "memory");
        __asm__ volatile(FENCE : : : "memory");
        assert(data == 1);
    }
    pthread_join(producer, NULL);
    return 0;
}
