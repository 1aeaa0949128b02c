// expect: violation
// kinds: assertion
// The same with a name that means nothing.
#include <pthread.h>
extern void __VERIFIER_assert(int);

static int counter;

static void atomic_increment(void)
{
    counter = counter + 1;
}

static void *worker(void *argument)
{
    atomic_increment();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_increment();
    pthread_join(t, NULL);
    __VERIFIER_assert(counter == 2); // <- violation
    return 0;
}
