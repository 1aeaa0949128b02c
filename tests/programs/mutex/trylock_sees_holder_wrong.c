// expect: violation
// kinds: assertion
// The try comes when the other thread holds the lock; only the order of lock and try matters, no memory.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int result = pthread_mutex_trylock(&lock);
    assert(result == 0); // <- violation
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
