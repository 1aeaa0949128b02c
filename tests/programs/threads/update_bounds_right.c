// expect: safe
// An update may be lost, but nothing worse happens.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 1 || counter == 2);
    return 0;
}
