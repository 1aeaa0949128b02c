// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>

static int done;

static void *worker(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(done); // <- violation
    pthread_join(t, NULL);
    return 0;
}
