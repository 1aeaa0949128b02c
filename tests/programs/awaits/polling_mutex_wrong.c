// expect: violation
// kinds: deadlock
// The flag that is polled under the mutex is set by nobody.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, other;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    other = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        if (ready)
            break;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
