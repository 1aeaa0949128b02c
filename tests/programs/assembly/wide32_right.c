// clang: -m32
// expect: safe
// A counter of 64 bits on a processor of 32: cmpxchg8b, with values in pairs of registers.
#include <assert.h>
#include <pthread.h>

static unsigned long long counter = 0xffffffff;

static unsigned long long exchange(unsigned long long *where, unsigned long long expected, unsigned long long desired)
{
    __asm__ __volatile__("lock; cmpxchg8b %1"
                         : "+A"(expected), "+m"(*where)
                         : "b"((unsigned)desired), "c"((unsigned)(desired >> 32))
                         : "memory");
    return expected;
}

static void *worker(void *argument)
{
    unsigned long long old = 0, found;
    while ((found = exchange(&counter, old, old + 1)) != old)
        old = found;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(counter == 0x100000001);
    return 0;
}
