// expect: safe
// What is waited for, and what is written, are inputs.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static int wanted, data;

static void *worker(void *argument)
{
    data = 1;
    value = wanted;
    return argument;
}

int main(void)
{
    pthread_t t;
    heddle_symbolic(&wanted, sizeof wanted, "wanted");
    heddle_assume(wanted != 0);
    pthread_create(&t, NULL, worker, NULL);
    while (value != wanted)
        ;
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
