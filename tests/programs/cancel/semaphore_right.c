// expect: safe
// executions: none=76 classic=5 source=4 optimal=4
// A thread that waits for a semaphore is cancelled there: handlers run, the newest first. Where a post comes as well, either
// may be first.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int cleaned, took;

static void clean(void *digit)
{
    cleaned = cleaned * 10 + *(int *)digit;
}

static void *worker(void *argument)
{
    int one = 1, two = 2;
    pthread_cleanup_push(clean, &one);
    pthread_cleanup_push(clean, &two);
    sem_wait(&semaphore);
    took = 1;
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    void *result;
    int value;
    sem_init(&semaphore, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_cancel(t) == 0);
    sem_post(&semaphore);
    assert(pthread_join(t, &result) == 0);
    sem_getvalue(&semaphore, &value);
    if (result == PTHREAD_CANCELED)
        assert(cleaned == 21 && !took && value == 1);
    else
        assert(result == NULL && cleaned == 0 && took && value == 0);
    return 0;
}
