// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static pthread_rwlock_t lock;

static void *try_both(void *argument)
{
    int writer_inside = (int)(intptr_t)argument;
    int result = pthread_rwlock_tryrdlock(&lock);
    assert(result == (writer_inside ? EBUSY : 0));
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY); // main is inside either way
    return NULL;
}

int main(void)
{
    pthread_t t;
    assert(pthread_rwlock_init(&lock, NULL) == 0);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, try_both, (void *)0);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_create(&t, NULL, try_both, (void *)1);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
