// queue: one thread puts ITEMS numbers into a queue, the other takes ITEMS times and claims to get the next number each
// time, each under the lock. Violated when the queue is empty: C(2 ITEMS, ITEMS) orders, most of them wrong.
#include <assert.h>
#include <pthread.h>

enum { NOTHING = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct queue {
    int items[ITEMS];
    int head, tail, count;
} queue;

static void put(struct queue *q, int item)
{
    q->items[q->tail] = item;
    q->tail = (q->tail + 1) % ITEMS;
    q->count++;
}

static int take(struct queue *q)
{
    if (q->count == 0)
        return NOTHING;
    int item = q->items[q->head];
    q->head = (q->head + 1) % ITEMS;
    q->count--;
    return item;
}

static void *producer(void *argument)
{
    for (int item = 0; item < ITEMS; item++) {
        pthread_mutex_lock(&lock);
        put(&queue, item);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consumer(void *argument)
{
    for (int item = 0; item < ITEMS; item++) {
        pthread_mutex_lock(&lock);
        assert(take(&queue) == item);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, producer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
