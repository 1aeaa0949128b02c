// expect: violation
// kinds: assertion
// Sleeping longer than the other one is no synchronisation.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ready;

static void *worker(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sleep(10);
    assert(ready); // <- violation
    pthread_join(t, NULL);
    return 0;
}
