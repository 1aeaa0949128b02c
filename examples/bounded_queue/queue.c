// BUG=1: queue_take rechecks nothing after its wait ("if" where "while" is needed).
//        Consumer A waits; the producer puts and signals A; before A has the lock again, consumer B comes by,
//        sees the item and takes it; A goes on, finds count == 0 and takes a slot that nobody filled.
// BUG=2: producers and consumers share one condition variable, and it is signalled instead of broadcast.
//        Capacity 1; consumers A and B wait; the producer puts, which wakes A, and waits for room; A takes
//        and signals, but that wakes B, which finds nothing and sleeps again: the producer's wake-up is lost,
//        and both wait for ever.
#include "queue.h"

#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

// What producers wait for.
static pthread_cond_t *room(struct queue *queue)
{
#if BUG == 2
    return &queue->not_empty;
#else
    return &queue->not_full;
#endif
}

bool queue_init(struct queue *queue, size_t capacity)
{
    queue->items = calloc(capacity, sizeof *queue->items);
    if (queue->items == NULL)
        return false;
    queue->capacity = capacity;
    queue->head = 0;
    queue->count = 0;
    queue->closed = false;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    return true;
}

void queue_destroy(struct queue *queue)
{
    pthread_cond_destroy(&queue->not_full);
    pthread_cond_destroy(&queue->not_empty);
    pthread_mutex_destroy(&queue->lock);
    free(queue->items);
}

bool queue_put(struct queue *queue, int item)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == queue->capacity && !queue->closed)
        pthread_cond_wait(room(queue), &queue->lock);
    bool open = !queue->closed;
    if (open) {
        queue->items[(queue->head + queue->count) % queue->capacity] = item;
        queue->count++;
        pthread_cond_signal(&queue->not_empty);
    }
    pthread_mutex_unlock(&queue->lock);
    return open;
}

// The lock is held and the queue is not empty.
static int remove_oldest(struct queue *queue)
{
    int item = queue->items[queue->head];
    queue->head = (queue->head + 1) % queue->capacity;
    queue->count--;
    pthread_cond_signal(room(queue));
    return item;
}

bool queue_take(struct queue *queue, int *item)
{
    pthread_mutex_lock(&queue->lock);
#if BUG == 1
    if (queue->count == 0 && !queue->closed)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    bool found = !queue->closed || queue->count > 0;
#else
    while (queue->count == 0 && !queue->closed)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    bool found = queue->count > 0;
#endif
    if (found)
        *item = remove_oldest(queue);
    pthread_mutex_unlock(&queue->lock);
    return found;
}

bool queue_try_take(struct queue *queue, int *item)
{
    pthread_mutex_lock(&queue->lock);
    bool found = queue->count > 0;
    if (found)
        *item = remove_oldest(queue);
    pthread_mutex_unlock(&queue->lock);
    return found;
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->not_empty);
    pthread_cond_broadcast(room(queue));
    pthread_mutex_unlock(&queue->lock);
}
