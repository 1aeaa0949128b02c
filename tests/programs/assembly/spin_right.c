// heddle: --property=data-race,assertion,deadlock
// expect: safe
// A spin lock by xchg, which is atomic with memory whether it says `lock` or not; released by a plain store of an
// atomic operation.
#include <assert.h>
#include <pthread.h>

static int locked, shared;

static int exchange(int *where, int value)
{
    __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*where) : : "memory");
    return value;
}

static void *worker(void *argument)
{
    while (exchange(&locked, 1))
        __asm__ __volatile__("pause" : : : "memory");
    shared++;
    exchange(&locked, 0);
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
