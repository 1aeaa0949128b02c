// expect: violation
// kinds: assertion
// The result of a compare-exchange is not looked at.
#include <assert.h>
#include <pthread.h>

static unsigned long value;

static unsigned long compare_and_swap(unsigned long *where, unsigned long expected, unsigned long desired)
{
    unsigned long found;
    __asm__ __volatile__("lock; cmpxchgq %2, %1" : "=a"(found), "+m"(*where) : "r"(desired), "0"(expected) : "memory");
    return found;
}

static void *worker(void *argument)
{
    unsigned long old = *(volatile unsigned long *)&value;
    compare_and_swap(&value, old, old + 1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(value == 2); // <- violation
    return 0;
}
