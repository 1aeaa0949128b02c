// expect: safe
// A writer excludes all, so a reader never sees half an update.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    a++;
    b++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
