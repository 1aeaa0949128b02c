// expect: violation
// kinds: assertion
// The lock is looked at by one instruction and taken by another.
#include <assert.h>
#include <pthread.h>

static int locked, shared;

static int load(int *where)
{
    int value;
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*where) : "memory");
    return value;
}

static void store(int *where, int value)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*where) : "r"(value) : "memory");
}

static void *worker(void *argument)
{
    while (load(&locked))
        __asm__ __volatile__("rep; nop");
    store(&locked, 1);
    int seen = shared;
    shared = seen + 1;
    store(&locked, 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(shared == 2); // <- violation
    return 0;
}
