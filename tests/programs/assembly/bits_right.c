// expect: safe
// Locks that are bits: their old value comes by setc, by sbb, or as a flag.
// case: default none
// case: SUBTRACT=1 default
// case: OUTPUT=1 default
#include <assert.h>
#include <pthread.h>

static unsigned long words[2];
static int shared;

static int test_and_set(long number, volatile void *where)
{
    int old;
#if defined SUBTRACT
    __asm__ __volatile__("lock; btsq %2, %1\n\tsbbl %0, %0" : "=r"(old), "+m"(*(volatile long *)where) : "Jr"(number) : "memory");
#elif defined OUTPUT
    __asm__ __volatile__("lock; btsq %2, %1" : "=@ccc"(old), "+m"(*(volatile long *)where) : "r"(number) : "memory");
#else
    unsigned char carry;
    __asm__ __volatile__("lock; btsq %2, %1; setc %0" : "=q"(carry), "+m"(*(volatile long *)where) : "r"(number) : "memory");
    old = carry;
#endif
    return old;
}

static void *worker(void *argument)
{
    while (test_and_set(70, words)) // in the second word
        __asm__ __volatile__("pause");
    shared++;
    __asm__ __volatile__("lock; btrq %1, %0" : "+m"(words[1]) : "r"(6l) : "memory");
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(shared == 2 && !words[0] && !words[1]);
    return 0;
}
