// The semaphore that main has is set up once more, before there are other threads.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-semaphore default
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);
static sem_t s;
static int x;

static void *run(void *argument)
{
    sem_wait(&s);
    x++; // <- violation
    sem_post(&s);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    x++;
    return 0;
}
