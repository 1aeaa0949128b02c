// options: --property=leak --leaks=all
// A worker's result is released only if it is there before the time-out of the one who waits. Other memory lives to the end by intention.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *result;
static int given_up;

static void publish(int *value)
{
    pthread_mutex_lock(&lock);
#ifdef FIXED
    if (given_up)
        free(value);
    else
#endif
        result = value;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    int *value = malloc(sizeof *value);
    *value = 42;
    publish(value);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    if (result)
        free(result);
    else
        given_up = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
