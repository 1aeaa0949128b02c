// expect: violation
// kinds: deadlock
// heddle: --property=deadlock
// A semaphore behind a branch on what another thread writes for a while, and a barrier that then has too few threads.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int flag;

static void *t1(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *t2(void *argument)
{
    if (flag)
        sem_wait(&never);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
