// expect: violation
// kinds: deadlock
// message: thread main spins for ever
// Inputs decide whether the loop ends, and the solver says in each round that it does not. After the join nothing is visible.
#include <heddle.h>
#include <pthread.h>

static volatile int flag;

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    unsigned n;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    heddle_symbolic(&n, sizeof n, "n");
    if (n > 3)
        while (n > 2) { // <- violation
            flag = 1;
            flag = 0;
        }
    return 0;
}
