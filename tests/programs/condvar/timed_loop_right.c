// expect: safe
// A timed wait in a loop without any other way out ends: coming back in the same state, it has nothing new to find.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    struct timespec limit = {2000000000, 0};
    pthread_create(&t, NULL, setter, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_timedwait(&changed, &lock, &limit);
    assert(ready == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
