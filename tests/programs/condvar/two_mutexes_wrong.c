// expect: violation
// kinds: lock
// Waiting on one condition variable with two mutexes at a time.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    pthread_cond_wait(&changed, lock); // <- violation
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, &a);
    pthread_create(&t, NULL, waiter, &b);
    return 0;
}
