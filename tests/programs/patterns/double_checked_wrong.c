// expect: violation
// kinds: assertion
// The flag is raised before the value is there.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;

static int get(void)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            ready = 1;
            value = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    return value;
}

static void *worker(void *argument)
{
    get();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(get() == 42); // <- violation
    pthread_join(t, NULL);
    return 0;
}
