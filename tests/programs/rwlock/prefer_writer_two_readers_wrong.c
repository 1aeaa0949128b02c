// expect: violation
// kinds: deadlock
// case: --prefer-writers optimal none default
// Two readers of two locks in opposite order, between which writers come.
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

static void *read_both(void *argument)
{
    pthread_rwlock_rdlock(argument ? &a : &b);
    pthread_rwlock_rdlock(argument ? &b : &a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return NULL;
}

static void *write_one(void *argument)
{
    pthread_rwlock_wrlock(argument);
    pthread_rwlock_unlock(argument);
    return NULL;
}

int main(void)
{
    pthread_t thread[3];
    pthread_create(&thread[0], NULL, read_both, &a);
    pthread_create(&thread[1], NULL, write_one, &a);
    pthread_create(&thread[2], NULL, write_one, &b);
    read_both(NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
