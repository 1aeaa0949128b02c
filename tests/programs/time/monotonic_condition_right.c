// expect: safe
// Along a condition variable time does not go back, and has passed as long as the other thread slept.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;
static time_t sent;

static void *worker(void *argument)
{
    sleep(3);
    pthread_mutex_lock(&mutex);
    sent = time(NULL);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    time_t start = time(NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    time_t now = time(NULL);
    assert(now >= sent && now >= start + 3);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
