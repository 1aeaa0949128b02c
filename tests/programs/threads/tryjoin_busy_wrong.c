// expect: violation
// kinds: assertion
// line: 26
// A thread that has done all it does need not have ended: both are possible after it has posted.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void *worker(void *argument)
{
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&done);
    int error = pthread_tryjoin_np(t, NULL);
    assert(error == 0); // EBUSY
    return 0;
}
