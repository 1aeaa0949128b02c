// expect: violation
// kinds: deadlock
// One path leaves without the post.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);

static sem_t done;

static void *worker(void *argument)
{
    if (__VERIFIER_nondet_int() == 3)
        return argument;
    sem_post(&done);
    return argument;
}

int main(void)
{
    sem_init(&done, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&done);
    pthread_join(t, NULL);
    return 0;
}
