// expect: safe
// case: --weak-cas-fails optimal none default
// case: ONCE=1 optimal default
// Loops try again; strong ones do not fail, nor do weak ones where nobody asks for it: on x86 they cannot.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument)
{
    int seen = x;
    while (!atomic_compare_exchange_weak(&x, &seen, seen + 1))
        ;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    int two = 2;
#ifdef ONCE
    assert(atomic_compare_exchange_weak(&x, &two, 3));
#else
    assert(atomic_compare_exchange_strong(&x, &two, 3));
#endif
    return 0;
}
