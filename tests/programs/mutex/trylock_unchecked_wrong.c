// expect: violation
// kinds: lock
// A failed trylock gives no right to unlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_trylock(&lock);
    pthread_mutex_unlock(&lock); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
