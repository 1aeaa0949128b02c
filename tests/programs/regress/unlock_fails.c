// heddle: --all
// expect: violation
// kinds: lock
// executions: none=213 classic=71 source=20 optimal=20
// The second unlock fails, whoever holds the mutex: it can come right after the waiting thread has taken it again, before
// which it was not enabled. Where that counted as impossible, classic lost one of the 20 traces.
#include <pthread.h>

static char x = 2;
static unsigned y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *unlock_twice(void *argument)
{
    pthread_mutex_lock(&mutex);
    int read = x;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *wait_once(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (y == 0)
        pthread_cond_wait(&condition, &mutex);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, wait_once, NULL);
    pthread_create(&t[1], NULL, unlock_twice, NULL);
    x = 1;
    pthread_cond_signal(&condition);
    return 0;
}
