// expect: violation
// kinds: assertion
// The lock is taken, and what it protects is not as it should be: who ignores EOWNERDEAD finds it so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int left, right;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    left++;
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int result = pthread_mutex_lock(&lock);
    assert(result == 0 || result == EOWNERDEAD);
    assert(left == right); // <- violation
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
