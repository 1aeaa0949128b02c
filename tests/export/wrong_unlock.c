// A flag says who unlocks, and is read without the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    locked = 1;
#ifdef FIXED
    locked = 0;
#endif
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    if (locked)
        pthread_mutex_unlock(&lock);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(worker, NULL);
    return 0;
}
