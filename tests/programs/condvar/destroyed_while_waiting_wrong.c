// expect: violation
// kinds: lock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    if (waiting)
        pthread_cond_destroy(&changed); // <- violation
    pthread_mutex_unlock(&lock);
    return 0;
}
