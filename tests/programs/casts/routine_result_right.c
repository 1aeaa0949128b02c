// expect: safe
// The lower half of the pointer is what a routine returned that returns an `int`.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int number;

static int work(void *unused)
{
    (void)unused;
    return number;
}

int main(void)
{
    pthread_t thread;
    void *result;
    number = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, (void *(*)(void *))work, 0);
    pthread_join(thread, &result);
    assert((int)(intptr_t)result == number);
    return 0;
}
