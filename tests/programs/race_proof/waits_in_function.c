// Likewise where the whole function is an atomic section, and another one that it calls waits.
// heddle: --property=data-race
// expect: inconclusive
// message: waiting inside an atomic section
// rule: proof-waits default
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void pass(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

static void __VERIFIER_atomic_add(void)
{
    x++;
    pass();
}

static void *run(void *argument)
{
    __VERIFIER_atomic_add();
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    return 0;
}
