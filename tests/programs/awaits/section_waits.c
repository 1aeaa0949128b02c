// expect: inconclusive
// message: waiting inside an atomic section
// Waiting for another thread inside an atomic section: nobody can ever answer.
// case: none classic source optimal default
// case: --property=assertion default
// case: --property=lock default
// case: --property=memory default
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static volatile int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    __VERIFIER_atomic_begin();
    while (!ready)
        ;
    __VERIFIER_atomic_end();
    pthread_join(t, NULL);
    return 0;
}
