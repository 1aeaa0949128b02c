// expect: violation
// kinds: assertion
// message: rc == 0
// Forgets to carry: with any fraction of a second from nine tenths on, no deadline is valid. Clocks that
// stand still show any.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done;

static void *finish(void *argument)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, finish, NULL);
    pthread_mutex_lock(&mutex);
    while (!done) {
        struct timespec deadline;
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_nsec += 100000000;
        int rc = pthread_cond_timedwait(&condition, &mutex, &deadline);
        assert(rc == 0 || rc == ETIMEDOUT);
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
