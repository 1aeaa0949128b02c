// heddle: --unwind=3
// expect: violation
// kinds: assertion
// Each round asks for an input of its own: leaving depends on it, not on the other thread alone.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

int nondet_int(void);

static atomic_int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        if (nondet_int() == 5)
            break;
    assert(ready); // <- violation
    pthread_join(t, NULL);
    return 0;
}
