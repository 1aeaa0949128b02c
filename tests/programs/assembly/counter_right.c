// expect: safe
// Counters by instructions with `lock`: each is one atomic operation, and what it found is its result.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int added, counted, stepped;

static int fetch_and_add(int *counter, int value)
{
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(value), "+m"(*counter) : : "memory", "cc");
    return value;
}

static bool decrement_and_test(int *counter)
{
    unsigned char zero;
    __asm__ __volatile__("lock decl %0; sete %1" : "+m"(*counter), "=qm"(zero) : : "memory");
    return zero != 0;
}

static void *worker(void *zeros)
{
    fetch_and_add(&added, 2);
    __asm__ __volatile__("lock\n\taddl %1,%0" : "=m"(counted) : "ir"(3), "m"(counted) : "memory");
    *(bool *)zeros = decrement_and_test(&stepped);
    return zeros;
}

int main(void)
{
    pthread_t threads[2];
    bool zeros[2];
    stepped = 2;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &zeros[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(added == 4 && counted == 6 && stepped == 0);
    assert(zeros[0] + zeros[1] == 1); // one of them saw it become zero
    return 0;
}
