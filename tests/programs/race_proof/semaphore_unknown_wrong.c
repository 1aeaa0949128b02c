// What the semaphore begins as is not known.
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
    sem_init(&s, 0, __VERIFIER_nondet_int() ? 1 : 2);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    return 0;
}
