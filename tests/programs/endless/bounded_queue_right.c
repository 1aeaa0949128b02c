// expect: safe
// por: states default
// text: , 573 states,
// A bounded queue between endless threads, with a mutex and condition variables.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2, VALUES = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[SIZE], first, count;

static void put(int value)
{
    pthread_mutex_lock(&mutex);
#ifdef WRONG // one slot more than there are
    while (count > SIZE)
#else
    while (count == SIZE)
#endif
        pthread_cond_wait(&changed, &mutex);
    items[(first + count) % SIZE] = value;
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static int take(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&changed, &mutex);
    int value = items[first];
    first = (first + 1) % SIZE;
    count--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return value;
}

static void *producer(void *argument)
{
    for (int value = 0;; value = (value + 1) % VALUES)
        put(value);
    return argument;
}

static void *consumer(void *argument)
{
    for (int value = 0;; value = (value + 1) % VALUES) {
        int taken = take();
        assert(taken == value);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    consumer(NULL);
    return 0;
}
