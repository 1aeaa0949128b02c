// expect: violation
// kinds: assertion
// rule: thread-addresses optimal
// heddle: --independence=threads
// Who comes later compares an address of its own with one of who came first: both orders of addresses are possible, although each
// thread's are fixed here.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic(uintptr_t) where;

static void *run(void *argument)
{
    int own = 0;
    uintptr_t other = atomic_exchange(&where, (uintptr_t)&own);
    assert(other <= (uintptr_t)&own); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
