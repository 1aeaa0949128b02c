// expect: violation
// kinds: assertion
// A detached thread goes on beside main.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    assert(x != 1); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    x = 1;
    x = 2;
    return 0;
}
