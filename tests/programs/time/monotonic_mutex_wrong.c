// expect: violation
// kinds: assertion
// A look before the lock is not ordered with looks in earlier critical sections.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec last;

static void *worker(void *argument)
{
    if (argument)
        usleep(5000);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&mutex);
    assert(now.tv_sec > last.tv_sec || (now.tv_sec == last.tv_sec && now.tv_nsec >= last.tv_nsec)); // <- violation
    last = now;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &mutex);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
