// expect: violation
// kinds: assertion
// A thread that polls under a mutex holds it again and again: a trylock of another may fail because of that.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *worker(void *argument)
{
    assert(pthread_mutex_trylock(&lock) == 0); // <- violation
    ready = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = 0;
    while (!seen) {
        pthread_mutex_lock(&lock);
        seen = ready;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, NULL);
    return 0;
}
