// A bounded first-in first-out queue of integers for any number of producers and consumers.
//
// Put waits while the queue is full, take while it is empty. After queue_close nothing can be put any more;
// what is left can still be taken, and whoever waits is told.
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    int *items; // ring of `capacity` slots, owned
    size_t capacity;
    size_t head; // the oldest item
    size_t count;
    bool closed;
};

// Returns false when memory is short; the queue must then not be used.
bool queue_init(struct queue *queue, size_t capacity);
// No thread may use the queue any more. Items left in it are dropped.
void queue_destroy(struct queue *queue);

// Appends the item, waiting for room. Returns false when the queue is or gets closed; the item was not put
// then.
bool queue_put(struct queue *queue, int item);
// Removes the oldest item, waiting for one. Returns false when the queue is closed and empty.
bool queue_take(struct queue *queue, int *item);
// As queue_take, but returns false at once when there is nothing.
bool queue_try_take(struct queue *queue, int *item);
// Wakes everybody who waits. May be called more than once.
void queue_close(struct queue *queue);

#endif
