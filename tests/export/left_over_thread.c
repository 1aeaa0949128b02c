// options: --property=thread-leak
// A thread is joined only if it has not said yet that it is done, which it may have by then; with EDITED there are more threads.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool done;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    done = true;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *idle(void *argument)
{
    return argument;
}

static bool is_done(void)
{
    pthread_mutex_lock(&lock);
    bool is = done;
    pthread_mutex_unlock(&lock);
    return is;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
#ifdef EDITED
    pthread_t other;
    pthread_create(&other, NULL, idle, NULL);
    pthread_detach(other);
#else
    (void)idle;
#endif
    if (!is_done())
        pthread_join(worker, NULL);
#ifdef FIXED
    else
        pthread_detach(worker);
#endif
    return 0;
}
