// expect: violation
// kinds: assertion
// A section that gives up where its assumption fails is tried at every other point, too: after the other thread's write.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
void __VERIFIER_atomic_take(void);

static int ready, data, other;

void __VERIFIER_atomic_take(void)
{
    __VERIFIER_assume(ready == 1);
    data = other;
}

static void *waiter(void *argument)
{
    __VERIFIER_atomic_take();
    assert(data == 0); // <- violation
    return argument;
}

static void *writer(void *argument)
{
    other = 7;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, writer, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
