// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A handle is compared by a loop that waits, and nowhere else: a thread that is created later may have that of one that was
// joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(pthread_t) owner;

static void *end(void *unused)
{
    return unused;
}

static void *own(void *unused)
{
    owner = pthread_self();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, end, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, own, NULL);
    while (!pthread_equal(owner, first))
        ;
    assert(0); // <- violation
}
