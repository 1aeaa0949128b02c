// expect: violation
// kinds: deadlock
// heddle: --property=deadlock
// Whether a thread ends the program with _Exit depends on an input: if not, main waits for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static sem_t never;

static void *thread(void *argument)
{
    if (!__VERIFIER_nondet_int())
        _Exit(0);
    return argument;
}

int main(void)
{
    pthread_t a;
    sem_init(&never, 0, 0);
    pthread_create(&a, 0, thread, 0);
    sem_wait(&never); // <- violation
    return 0;
}
