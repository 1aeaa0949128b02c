// A semaphore that begins as one, and is posted by who has waited for it, is a lock.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
// text: ^    x: semaphore s$
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);
static sem_t s;
static int x;

static void *run(void *argument)
{
    struct timespec until = {1, 0};
    if (sem_timedwait(&s, &until) == 0) {
        x++;
        sem_post(&s);
    }
    sem_wait(&s);
    x++;
    sem_post(&s);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 1);
    while (1)
        pthread_create(&a, NULL, run, NULL);
    (void)b;
}
