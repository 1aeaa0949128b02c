// expect: violation
// kinds: deadlock
// message: main.1 spins for ever
// A loop that never ends in an atomic section keeps all others from going on.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    x++;
    while (argument)
        ;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &t);
    x++;
    pthread_join(t, NULL);
    return 0;
}
