// expect: safe
// heddle: --independence=none
// case: ITEMS=1 none=2 classic=2 source=2 optimal=2
// case: ITEMS=2 none=8 classic=8 source=8 optimal=8
// case: ITEMS=3 none=32 classic=32 source=32 optimal=32
// case: ITEMS=5 none=512 classic=512 source=512 optimal=512
// A buffer of one place between two threads, a mutex and a condition variable. All happens in critical sections of the
// mutex, so there are as many interleavings as traces: 2^(2 ITEMS - 1). The place is filled and emptied ITEMS times in
// turns, and each time the other thread comes before that, and waits for the signal, or after it. After the last time
// nobody comes.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;
static int item;

static void *produce(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&changed, &lock);
        item = i;
        full = true;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&changed, &lock);
        assert(item == i);
        full = false;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
