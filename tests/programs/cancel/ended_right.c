// expect: safe
// A request for a thread that has ended is no mistake before somebody has joined it, nor one for a thread that is being joined, or
// runs detached.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_t first;

static void *ends(void *argument)
{
    return argument;
}

static void *waits(void *argument)
{
    sem_wait(&never);
    return argument;
}

static void *joins(void *argument)
{
    void *result;
    pthread_join(first, &result);
    assert(result == PTHREAD_CANCELED);
    return argument;
}

int main(void)
{
    pthread_t t, joiner;
    void *result;
    pthread_create(&t, NULL, ends, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == NULL); // it came to no cancellation point
    sem_init(&never, 0, 0);
    pthread_create(&first, NULL, waits, NULL);
    pthread_create(&joiner, NULL, joins, NULL);
    pthread_cancel(first);
    pthread_join(joiner, NULL);
    pthread_create(&t, NULL, waits, NULL);
    pthread_detach(t);
    pthread_cancel(t);
    return 0;
}
