// expect: violation
// kinds: assertion
// The sections touch nothing in common, but one ends with its thread, and the lock tells.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int mine, yours;

static void *first(void *argument)
{
    pthread_mutex_lock(&lock);
    mine = 1;
    return argument;
}

static void *second(void *argument)
{
    int result = pthread_mutex_lock(&lock);
    yours = 1;
    pthread_mutex_unlock(&lock);
    assert(result == 0); // <- violation
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
