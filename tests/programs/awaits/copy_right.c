// expect: safe
// A loop that waits by copying a structure that another thread fills, under a lock and without.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct message {
    long ready, value;
};
static struct message shared, flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *argument)
{
    pthread_mutex_lock(&mutex);
    shared.value = 7;
    shared.ready = 1;
    pthread_mutex_unlock(&mutex);
    flag.ready = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct message copy;
    pthread_create(&thread, NULL, producer, NULL);
    do {
        pthread_mutex_lock(&mutex);
        copy = shared;
        pthread_mutex_unlock(&mutex);
    } while (!copy.ready);
    assert(copy.value == 7);
    do
        memcpy(&copy, &flag, sizeof copy);
    while (!copy.ready);
    pthread_join(thread, NULL);
    return 0;
}
