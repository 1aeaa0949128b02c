// expect: safe
// case: KIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ONCE=1 optimal none classic source default
// case: KIND=PTHREAD_RWLOCK_DEFAULT_NP ONCE=1 --prefer-writers optimal default
// case: KIND=PTHREAD_RWLOCK_PREFER_READER_NP ONCE=0 optimal default
// case: KIND=PTHREAD_RWLOCK_PREFER_WRITER_NP ONCE=0 optimal default
// Who locks once waits for nobody for ever. The kind that does not say "non-recursive" prefers readers in glibc.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    value++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_rwlockattr_t attribute;
    pthread_rwlockattr_init(&attribute);
    pthread_rwlockattr_setkind_np(&attribute, KIND);
    pthread_rwlock_init(&lock, &attribute);
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, writer, NULL);
    pthread_rwlock_rdlock(&lock);
    if (!ONCE)
        pthread_rwlock_rdlock(&lock);
    assert(value % 2 == 0);
    if (!ONCE)
        pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(value == 4);
    return pthread_rwlock_destroy(&lock);
}
