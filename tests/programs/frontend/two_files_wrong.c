// files: support/counter.c
// expect: violation
// kinds: assertion
#include "support/counter.h"

#include <assert.h>
#include <pthread.h>

static void *worker(void *argument)
{
    counter_advance();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    counter_advance();
    pthread_join(t, 0);
    assert(counter == 4); // <- violation
    return 0;
}
