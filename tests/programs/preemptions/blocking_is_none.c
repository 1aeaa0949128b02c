// heddle: --preemptions=0
// expect: violation
// kinds: deadlock
// Waiting for a lock gives the processor away without a preemption, but this deadlock needs one thread to be interrupted
// between its two locks: not with the bound 0, unless it waits in between, as here for the semaphore.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t go;

static void *first(void *argument)
{
    pthread_mutex_lock(&a);
    sem_wait(&go);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&b);
    sem_post(&go);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t x, y;
    sem_init(&go, 0, 0);
    pthread_create(&x, NULL, first, NULL);
    pthread_create(&y, NULL, second, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return 0;
}
