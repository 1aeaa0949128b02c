// expect: safe
// por: classic source optimal default
// A thread that waits for a condition is interrupted, and goes on waiting.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t told;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void handle(int number)
{
    (void)number;
    sem_post(&told);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    sem_init(&told, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    sem_wait(&told);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
