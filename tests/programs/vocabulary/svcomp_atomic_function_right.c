// expect: safe
// The body of a function called __VERIFIER_atomic_* executes without interruption.
#include <pthread.h>
extern void __VERIFIER_assert(int);

static int counter;

static void __VERIFIER_atomic_increment(void)
{
    counter = counter + 1;
}

static void *worker(void *argument)
{
    __VERIFIER_atomic_increment();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __VERIFIER_atomic_increment();
    pthread_join(t, NULL);
    __VERIFIER_assert(counter == 2);
    return 0;
}
