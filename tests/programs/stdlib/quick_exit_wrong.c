// expect: violation
// kinds: assertion
// A handler runs while other threads go on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void check(void)
{
    pthread_mutex_lock(&lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    at_quick_exit(check);
    pthread_create(&thread, NULL, work, NULL);
    quick_exit(0);
}
