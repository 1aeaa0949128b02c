// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A server without a way out beside a client that asks again and again, each waiting for the other.
#include <pthread.h>
#include <semaphore.h>

static sem_t asked, answered;
static int request, answer;

static void *server(void *argument)
{
    for (;;) {
        sem_wait(&asked);
        answer = 1 - request;
        sem_post(&answered);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&t, NULL, server, NULL);
    for (;;) {
        request = answer;
        sem_post(&asked);
        sem_wait(&answered);
    }
}
