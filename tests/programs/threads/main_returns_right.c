// expect: safe
// Returning from main ends the program; the thread that is blocked for ever then is no deadlock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
