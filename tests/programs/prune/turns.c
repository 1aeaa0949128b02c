// expect: safe
// executions: default=40320
// por: default
// Every order of eight threads leaves a history of its own: 8! executions, none of which is like another, so that
// pruning cuts nothing and makes each state dear. By default, without pruning and with it take turns once 10,000
// executions were not enough (src/explore/staged.c); here it is the search without that comes to an end.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 8 };

#ifndef WRONG // history
#define WRONG 0L
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long history;

static void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    history = history * 16 + (long)argument;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (long k = 0; k < THREADS; k++)
        pthread_create(&thread[k], 0, enter, (void *)(k + 1));
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], 0);
    assert((history ^ history >> 1) != (WRONG ^ WRONG >> 1)); // so that no bounds say it
    return 0;
}
