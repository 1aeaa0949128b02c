// expect: violation
// kinds: memory
// A condition variable on the stack of a function that signals once and returns: the woken thread may still be in
// pthread_cond_timedwait.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *shared;
static sem_t ready;
static int go;

static void *waiter(void *argument)
{
    struct timespec never = {.tv_sec = 1L << 40};
    pthread_mutex_lock(&lock);
    sem_post(&ready);
    while (!go)
        pthread_cond_timedwait(shared, &lock, &never); // <- violation
    pthread_mutex_unlock(&lock);
    return argument;
}

static void release(pthread_t *thread)
{
    pthread_cond_t local = PTHREAD_COND_INITIALIZER;
    shared = &local;
    pthread_create(thread, NULL, waiter, NULL);
    sem_wait(&ready);
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_cond_signal(&local);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t thread;
    sem_init(&ready, 0, 0);
    release(&thread);
    pthread_join(thread, NULL);
    return 0;
}
