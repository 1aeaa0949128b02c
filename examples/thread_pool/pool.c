// BUG=1: pool_stop sets `stopping` and broadcasts without the lock.
//        A worker, holding the lock, sees an empty queue and `stopping` false; pool_stop sets it and
//        broadcasts, and nobody waits yet; the worker waits: the wake-up came too early, and pool_stop joins
//        a thread that sleeps for ever.
// BUG=2: a task counts as finished once it is taken from the queue, not once it has returned.
//        The worker takes the last task; pool_wait sees unfinished == 0 and returns; the caller reads a
//        result that is not there yet.
#include "pool.h"

#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

// The lock is held.
static void finish_one(struct pool *pool)
{
    pool->unfinished--;
    if (pool->unfinished == 0)
        pthread_cond_broadcast(&pool->idle);
}

// Takes the oldest entry, waiting for one; NULL when the pool stops and nothing is left. The lock is held,
// and given up while waiting.
static struct pool_entry *next_entry(struct pool *pool)
{
    while (pool->first == NULL && !pool->stopping)
        pthread_cond_wait(&pool->work, &pool->lock);
    struct pool_entry *entry = pool->first;
    if (entry != NULL) {
        pool->first = entry->next;
        if (pool->first == NULL)
            pool->last = NULL;
    }
    return entry;
}

static void *work(void *argument)
{
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (struct pool_entry *entry = next_entry(pool); entry != NULL; entry = next_entry(pool)) {
#if BUG == 2
        finish_one(pool);
#endif
        pthread_mutex_unlock(&pool->lock);
        entry->task(entry->argument);
        free(entry);
        pthread_mutex_lock(&pool->lock);
#if BUG != 2
        finish_one(pool);
#endif
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool pool_start(struct pool *pool, size_t thread_count)
{
    *pool = (struct pool){0};
    pool->threads = calloc(thread_count, sizeof *pool->threads);
    if (pool->threads == NULL)
        return false;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->idle, NULL);
    for (size_t i = 0; i < thread_count; i++) {
        if (pthread_create(&pool->threads[i], NULL, work, pool) != 0) {
            pool_stop(pool);
            return false;
        }
        pool->thread_count++;
    }
    return true;
}

bool pool_submit(struct pool *pool, pool_task *task, void *argument)
{
    struct pool_entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return false;
    *entry = (struct pool_entry){.task = task, .argument = argument};
    pthread_mutex_lock(&pool->lock);
    if (pool->last == NULL)
        pool->first = entry;
    else
        pool->last->next = entry;
    pool->last = entry;
    pool->unfinished++;
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

void pool_wait(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->unfinished > 0)
        pthread_cond_wait(&pool->idle, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_stop(struct pool *pool)
{
#if BUG == 1
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work);
#else
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
#endif
    for (size_t i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->idle);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
}
