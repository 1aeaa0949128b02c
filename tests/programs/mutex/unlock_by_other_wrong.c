// expect: violation
// kinds: lock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_unlock(&lock); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
