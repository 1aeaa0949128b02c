// expect: safe
// A lock by cmpxchg with sete, and with the flag as an output.
// case: default none
// case: OUTPUT=1 default
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static unsigned lock;
static int shared;

static bool compare_and_swap(unsigned *where, unsigned expected, unsigned desired)
{
#ifdef OUTPUT
    int equal;
    __asm__ __volatile__("lock; cmpxchgl %3, %1" : "=@ccz"(equal), "+m"(*where), "+a"(expected) : "r"(desired) : "memory");
    return equal;
#else
    unsigned char equal;
    __asm__ __volatile__("lock; cmpxchgl %3, %1; sete %0"
                         : "=q"(equal), "=m"(*where), "=a"(expected)
                         : "r"(desired), "m"(*where), "2"(expected)
                         : "memory", "cc");
    return equal != 0;
#endif
}

static void *worker(void *argument)
{
    while (!compare_and_swap(&lock, 0, 1))
        __asm__ __volatile__("pause");
    shared++;
    __asm__ __volatile__("" : : : "memory");
    *(volatile unsigned *)&lock = 0;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(shared == 2);
    return 0;
}
