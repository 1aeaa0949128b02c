// expect: violation
// kinds: deadlock
// message: thread main spins for ever
// The thread waits for a signal that nobody gives, and main asks for ever.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t never;

static void *worker(void *argument)
{
    sem_wait(&never);
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    while (pthread_tryjoin_np(t, NULL) == EBUSY)
        ;
    return 0;
}
