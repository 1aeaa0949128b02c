// expect: violation
// kinds: assertion
// heddle: --independence=threads
// Addresses of the threads' own variables are compared as floating-point numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic double where;

static void *run(void *argument)
{
    int own = 0;
    double mine = (double)(uintptr_t)&own, other = atomic_exchange(&where, mine);
    assert(other <= mine); // <- violation
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
