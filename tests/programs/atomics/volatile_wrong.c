// expect: violation
// kinds: assertion
// volatile is not atomic.
#include <assert.h>
#include <pthread.h>

static volatile int counter;

static void *worker(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    counter++;
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
