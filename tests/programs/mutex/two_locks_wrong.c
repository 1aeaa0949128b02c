// expect: violation
// kinds: assertion
// Each has a lock, but not the same one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &first);
    worker(&second);
    pthread_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
