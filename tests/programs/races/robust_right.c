// heddle: --property=data-race
// expect: safe
// Who is told that the owner has ended is ordered after all that the owner did.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int data, after;

static void *dies(void *argument)
{
    if (pthread_mutex_lock(&lock) == 0) {
        data++;
        after = 1;
    }
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
    int result = pthread_mutex_lock(&lock);
    data++;
    if (result == EOWNERDEAD) {
        after = 2;
        pthread_mutex_consistent(&lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return after;
}
