// expect: violation
// kinds: deadlock
// The counter is not reset for the second meeting with the waiter still to wake: it waits for a count that never
// comes back.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int arrived;

static void meet(void)
{
    pthread_mutex_lock(&lock);
    if (++arrived == 2) {
        arrived = 0;
        pthread_cond_broadcast(&released);
    } else {
        while (arrived != 0) // the other one may be back already, and have made it 1
            pthread_cond_wait(&released, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    meet();
    meet();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
