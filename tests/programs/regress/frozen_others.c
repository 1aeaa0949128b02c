// expect: violation
// kinds: assertion
// A thread that stops all others in an atomic section, for ever, in every execution: what is independent of others still
// has to come before it in all orders, since nothing that is put off is sure to happen.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void *stop_all(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(y >= 1);
    x ^= 1;
    __VERIFIER_atomic_end();
    y = 1;
    return argument;
}

static void *add(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(y == 0);
    x += 1;
    __VERIFIER_atomic_end();
    return argument;
}

static void *set(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(y != 2);
    x |= 2;
    __VERIFIER_atomic_end();
    return argument;
}

static void *start(void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, stop_all, 0);
    return argument;
}

int main(void)
{
    pthread_t thread[3];
    pthread_create(&thread[0], 0, add, 0);
    pthread_create(&thread[1], 0, start, 0);
    pthread_create(&thread[2], 0, set, 0);
    pthread_join(thread[1], 0);
    pthread_join(thread[2], 0);
    assert(x != 2 || y != 0); // <- violation
    return 0;
}
