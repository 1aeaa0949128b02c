// expect: violation
// kinds: lock
// message: join of thread main.1, which is already joined
// main joins a thread that another one asks for: a misuse if main comes first, although the thread cannot have ended by then.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_t first;
static sem_t go;

static void *worker(void *argument)
{
    sem_wait(&go);
    return argument;
}

static void *asks(void *argument)
{
    pthread_tryjoin_np(first, NULL);
    sem_post(&go);
    return argument;
}

int main(void)
{
    pthread_t second;
    sem_init(&go, 0, 0);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, asks, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
