// expect: safe
// por: source default
// heddle: --independence=threads --property=deadlock
// The first operation of a thread depends on an input. Where that makes the elder one wait for ever, the other one is held back for
// ever as well, although it could go on: that is no deadlock of the program, in which it goes on and lets the elder one go.
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static sem_t waits;

static void *run(void *argument)
{
    if (argument && __VERIFIER_nondet_int())
        sem_wait(&waits);
    sem_post(&waits);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&waits, 0, 0);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, &waits);
    sem_post(&waits);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
