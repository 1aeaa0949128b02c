// expect: safe
// Three threads pass a token by semaphores; only one is ever active.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static sem_t token[3];
static int trace;

static void *member(void *argument)
{
    int me = (int)(intptr_t)argument;
    sem_wait(&token[me]);
    trace = trace * 10 + me;
    sem_post(&token[(me + 1) % 3]);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        sem_init(&token[i], 0, 0);
    pthread_t one, two;
    pthread_create(&one, NULL, member, (void *)1);
    pthread_create(&two, NULL, member, (void *)2);
    sem_post(&token[1]);
    sem_wait(&token[0]);
    assert(trace == 12);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
