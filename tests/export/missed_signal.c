// The signal may come before the wait, which then lasts for ever.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (!ready)
#endif
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(producer, NULL);
    return !ready;
}
