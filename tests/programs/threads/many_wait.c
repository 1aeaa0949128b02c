// expect: inconclusive
// por: source default
// message: a condition variable that more than the first 256 threads wait on
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    for (int k = 0; k < 300; k++) {
        pthread_create(&t, NULL, run, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&t, NULL, wait, NULL);
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
