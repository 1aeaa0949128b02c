// expect: safe
// CTP figure 9 (b): what is meant to be atomic is not interrupted, since the other thread waits for a signal
// that comes behind it.
#include <heddle.h>
#include <pthread.h>

static int x, signalled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *first(void *argument)
{
    heddle_atomic_begin();
    x = 1;
    int a = x + 1;
    heddle_atomic_end();
    pthread_mutex_lock(&lock);
    signalled = a;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!signalled)
        pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    x = 3;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
