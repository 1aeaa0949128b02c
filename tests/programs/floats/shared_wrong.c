// expect: violation
// kinds: assertion
// A lost update of a double.
#include <assert.h>
#include <pthread.h>

static double balance = 1.0;

static void *worker(void *argument)
{
    balance = balance + 0.5;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    balance = balance + 0.25;
    pthread_join(t, NULL);
    assert(balance == 1.75); // <- violation
    return 0;
}
