// expect: violation
// kinds: assertion
// What one thread stores in its instance is not seen by the other.
#include <assert.h>
#include <pthread.h>

static _Thread_local int done;

static void *worker(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(done == 1); // <- violation
    return 0;
}
