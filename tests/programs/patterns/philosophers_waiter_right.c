// expect: safe
// heddle: --independence=none
// executions: none=20280
// Any order of forks will do when a waiter lets in two of the three at most. The number of interleavings is
// counted by brute force, too.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t waiter;

static void eat(int first, int second)
{
    sem_wait(&waiter);
    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
    sem_post(&waiter);
}

static void *one(void *argument)
{
    eat(0, 1);
    return argument;
}

static void *two(void *argument)
{
    eat(1, 2);
    return argument;
}

int main(void)
{
    sem_init(&waiter, 0, 2);
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    eat(2, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
