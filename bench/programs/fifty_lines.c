// heddle:
// A program of some 50 lines without inputs: what a first check costs (DESIGN 4: 0.10 s from source, 0.02 s from the
// cache).
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2, ITEMS = 2 };

static int slots[CAPACITY];
static unsigned head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(int item)
{
    pthread_mutex_lock(&lock);
    while (tail - head == CAPACITY)
        pthread_cond_wait(&changed, &lock);
    slots[tail++ % CAPACITY] = item;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (tail == head)
        pthread_cond_wait(&changed, &lock);
    int item = slots[head++ % CAPACITY];
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *produce(void *unused)
{
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return unused;
}

int main(void)
{
    pthread_t producer;
    int sum = 0;
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++)
        sum += take();
    pthread_join(producer, NULL);
    assert(sum == ITEMS * (ITEMS + 1) / 2);
    return 0;
}
