// expect: safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int shared;

static void *worker(void *argument)
{
    int seen = shared;
    assert(seen >= 0 && seen <= 100);
    return argument;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (x > 0 && x < 100)
        shared = x + 1;
    shared = 0;
    pthread_join(t, NULL);
    return 0;
}
