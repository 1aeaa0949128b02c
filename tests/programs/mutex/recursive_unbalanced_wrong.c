// expect: violation
// kinds: deadlock
// Locked twice, unlocked once: the other thread waits for ever.
#include <pthread.h>

static pthread_mutex_t lock;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
