// The semaphore was tried, and is not waited for.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);
static sem_t s;
static int x;

static void *run(void *argument)
{
    if (sem_trywait(&s) != 0) {
        x++; // <- violation
        return argument;
    }
    x++;
    sem_post(&s);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    return 0;
}
