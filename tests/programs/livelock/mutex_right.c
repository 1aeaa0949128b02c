// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// A mutex that is free again and again is granted: strong fairness. The loops themselves have no way out.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        x = 1 - x;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, thread, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
