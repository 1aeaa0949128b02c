// expect: safe
// Dekker's first half: of two threads that announce themselves and then look, one sees the other. Accesses are
// sequentially consistent (docs/limits.md), so that the fence is not what makes it right here.
// case: default none
// case: LOCKED=1 default
// case: NONE=1 default
#include <assert.h>
#include <pthread.h>

#if defined LOCKED
#define FENCE() __asm__ __volatile__("lock; addl $0,0(%%rsp)" : : : "memory", "cc")
#elif defined NONE
#define FENCE() __asm__ __volatile__("" : : : "memory")
#else
#define FENCE() __asm__ __volatile__("mfence" : : : "memory")
#endif

static volatile int wants[2];
static int entered[2];

static void *worker(void *argument)
{
    int *own = argument, number = (int)(own - entered);
    wants[number] = 1;
    FENCE();
    *own = !wants[!number];
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &entered[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(!(entered[0] && entered[1]));
    return 0;
}
