// expect: safe
// Looking at a flag under a mutex, again and again: each look takes back what it changed.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    data = 7;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static int is_ready(void)
{
    pthread_mutex_lock(&lock);
    int result = ready;
    pthread_mutex_unlock(&lock);
    return result;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!is_ready())
        ;
    assert(data == 7);
    pthread_join(t, NULL);
    return 0;
}
