// expect: violation
// kinds: lock
// message: mutex lock is made consistent by a thread that does not hold it \(held by main\)
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *dies(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

static void *other(void *argument)
{
    pthread_mutex_consistent(&lock); // <- violation
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t;
    pthread_create(&t, NULL, dies, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, other, NULL);
    if (pthread_mutex_lock(&lock) == EOWNERDEAD)
        pthread_mutex_consistent(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
