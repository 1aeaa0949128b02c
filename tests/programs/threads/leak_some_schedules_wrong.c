// heddle: --property=thread-leak
// expect: violation
// kinds: thread-leak
// line: 26
// Who is faster decides whether the thread is joined.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cancelled;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    cancelled = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    int join;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    join = !cancelled;
    pthread_mutex_unlock(&lock);
    if (join)
        pthread_join(t, NULL);
    return 0;
}
