// expect: violation
// kinds: deadlock
// Whichever thread runs the handler: the mutex is never unlocked.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler(void)
{
    pthread_mutex_lock(&lock); // <- violation
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    atexit(handler);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
