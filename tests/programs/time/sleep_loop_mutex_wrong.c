// expect: violation
// kinds: deadlock
// Two threads that wait for each other, looking at a variable under a mutex and sleeping between.
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool first, second;

static void wait_for(const bool *flag)
{
    for (bool set = false; !set; usleep(50)) {
        pthread_mutex_lock(&mutex);
        set = *flag;
        pthread_mutex_unlock(&mutex);
    }
}

static void *worker(void *argument)
{
    wait_for(&first);
    pthread_mutex_lock(&mutex);
    second = true;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    time_t start = time(NULL);
    pthread_create(&t, NULL, worker, NULL);
    wait_for(&second);
    pthread_mutex_lock(&mutex);
    first = time(NULL) >= start;
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
