// expect: safe
// One place, two items, two condition variables.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int buffer, count;

static void put(int item)
{
    pthread_mutex_lock(&lock);
    while (count == 1)
        pthread_cond_wait(&not_full, &lock);
    buffer = item;
    count = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    int item = buffer;
    count = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *argument)
{
    put(1);
    put(2);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    int first = take(), second = take();
    assert(first == 1 && second == 2);
    pthread_join(t, NULL);
    return 0;
}
