// expect: violation
// kinds: assertion
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
    assert(counter == 2); // <- violation
    return 0;
}
