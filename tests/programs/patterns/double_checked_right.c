// expect: safe
// The flag is raised last; under sequential consistency that is enough.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value, runs;

static int get(void)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            runs++;
            value = 42;
            ready = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return value;
}

static void *worker(void *argument)
{
    assert(get() == 42);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(get() == 42);
    pthread_join(t, NULL);
    assert(runs == 1);
    return 0;
}
