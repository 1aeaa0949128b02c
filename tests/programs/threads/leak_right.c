// heddle: --property=assertion,abort,deadlock,memory,lock,arithmetic,thread-leak
// expect: safe
// Threads that are joined, detached by another, by themselves or from the start, and one that never ends.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *worker(void *argument)
{
    return argument;
}

static void *detaches_itself(void *argument)
{
    pthread_detach(pthread_self());
    return argument;
}

static void *waits(void *argument)
{
    for (;;)
        sem_wait(&never);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t detached;
    sem_init(&never, 0, 0);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);

    pthread_create(&t, &detached, worker, NULL);
    pthread_create(&t, NULL, detaches_itself, NULL);
    pthread_create(&t, NULL, waits, NULL);
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_tryjoin_np(t, NULL) == EBUSY)
        pthread_detach(t);
    exit(0);
}
