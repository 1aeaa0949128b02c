// expect: safe
// Along a mutex time does not go back, whoever slept and looked before.
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
    pthread_mutex_lock(&mutex);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec > last.tv_sec || (now.tv_sec == last.tv_sec && now.tv_nsec >= last.tv_nsec));
    last = now;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, &mutex);
    worker(NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
