// expect: violation
// kinds: deadlock
// A thread that is cancelled has left the condition when the signal comes, but waits for the mutex: the signal is lost, also for who
// comes to wait before that thread has the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int second, cancelled;

static void leave(void *argument)
{
    cancelled = 1;
    pthread_mutex_unlock(argument);
}

static void *first(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(leave, &lock);
    pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
    return argument;
}

static void *other(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!cancelled) {
        second = 1;
        pthread_cond_wait(&condition, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_mutex_lock(&lock);
    pthread_cancel(t);
    pthread_cond_signal(&condition);
    pthread_create(&u, NULL, other, NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
