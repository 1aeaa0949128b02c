// expect: safe
// Who is cancelled while it joins a thread has not joined it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static pthread_t inner;

static void *waits(void *argument)
{
    sem_wait(&go);
    return argument;
}

static void *joins(void *argument)
{
    pthread_join(inner, NULL);
    return argument;
}

int main(void)
{
    pthread_t outer;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&inner, NULL, waits, NULL);
    pthread_create(&outer, NULL, joins, NULL);
    pthread_cancel(outer);
    pthread_join(outer, &result);
    assert(result == PTHREAD_CANCELED); // the inner one cannot have ended
    sem_post(&go);
    assert(pthread_join(inner, NULL) == 0);
    return 0;
}
