// expect: violation
// kinds: deadlock
// Readers of one lock, writers of the other.
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *argument)
{
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    pthread_join(t, NULL);
    return 0;
}
