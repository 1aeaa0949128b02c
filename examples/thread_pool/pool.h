// A pool of threads that run submitted tasks, each once, in the order of submission.
#ifndef POOL_H
#define POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef void pool_task(void *argument);

struct pool_entry {
    struct pool_entry *next;
    pool_task *task;
    void *argument;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work; // a task was queued, or the pool is stopping
    pthread_cond_t idle; // unfinished became 0
    struct pool_entry *first, *last;
    size_t unfinished; // queued or running
    bool stopping;
    size_t thread_count;
    pthread_t *threads; // owned
};

// Starts the threads. Returns false when memory or threads are short; nothing is left behind then.
bool pool_start(struct pool *pool, size_t thread_count);
// Queues task(argument). Tasks may submit tasks. Returns false when memory is short.
bool pool_submit(struct pool *pool, pool_task *task, void *argument);
// Waits until every task submitted so far has returned. Not for tasks themselves.
void pool_wait(struct pool *pool);
// Runs what is still queued, then ends the threads. No thread may use the pool any more.
void pool_stop(struct pool *pool);

#endif
