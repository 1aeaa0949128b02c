// expect: inconclusive
// message: pthread_self or what rests on it .* when the last thread has ended
// The handler runs natively in the thread that ends last, which is never main here.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;

static void handler(void)
{
    assert(!pthread_equal(pthread_self(), first));
}

static void *work(void *unused)
{
    pthread_join(first, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    atexit(handler);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
