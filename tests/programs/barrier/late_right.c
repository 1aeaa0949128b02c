// expect: safe
// The main thread may leave the barrier only after two others have met there once more: numbers of generations come back,
// but not that of one that somebody is still to leave.
#include <pthread.h>
#include <semaphore.h>

static pthread_barrier_t barrier;
static sem_t met;

static void *first(void *unused)
{
    pthread_barrier_wait(&barrier); // with the main thread
    sem_post(&met);
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&met);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&met, 0, 0);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
