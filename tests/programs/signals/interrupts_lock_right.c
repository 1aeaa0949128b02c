// expect: safe
// por: classic source optimal default
// A thread that waits for a lock is interrupted, and then waits again: its handler lets the owner go on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t told;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number)
{
    (void)number;
    sem_post(&told);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    sem_init(&told, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    sem_wait(&told);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
