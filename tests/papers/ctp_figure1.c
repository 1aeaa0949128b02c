// expect: violation
// kinds: assertion
// CTP figure 1: predicted from an execution in which the first thread runs before the second one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int x, y;
static sem_t l;

static void *first(void *argument)
{
    (void)argument;
    int a = x;
    sem_wait(&l);
    x = 2 + a;
    sem_post(&l);
    y = 1 + a;
    sem_wait(&l);
    x = 1 + a;
    sem_post(&l);
    return 0;
}

static void *second(void *argument)
{
    (void)argument;
    int b = 0;
    sem_wait(&l);
    if (x > b)
        assert(y == 1); // <- violation
    sem_post(&l);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&l, 0, 1);
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
