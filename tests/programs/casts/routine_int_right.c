// expect: safe
// What is left of an `int` behind a pointer is that `int`, whatever it is.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int seen;

static void *work(int id)
{
    seen = id;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int id = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, (void *(*)(void *))work, (void *)(intptr_t)id);
    pthread_join(thread, 0);
    assert(seen == id);
    return 0;
}
