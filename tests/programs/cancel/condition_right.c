// expect: safe
// Who is cancelled while it waits for a condition has the mutex again when its handlers run.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void leave(void *argument)
{
    waiting--;
    pthread_mutex_unlock(argument);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cleanup_push(leave, &lock);
    while (!ready)
        pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    assert(waiting == 0 || waiting == 1);
    pthread_mutex_unlock(&lock);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(waiting == 0);
    assert(pthread_cond_destroy(&condition) == 0); // nobody waits any more
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
