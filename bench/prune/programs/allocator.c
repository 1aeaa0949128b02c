// An allocator in the manner of nedmalloc: each thread keeps a few released blocks of each size for itself; what it cannot
// keep, or does not have, goes to or comes from one of several pools, each with a lock, and a thread whose pool is busy
// takes the next one. THREADS threads allocate two blocks and release them, ROUNDS times. The claim is about sizes only: a
// size fits its class, and would not fit the class below. No shared variable decides it. Safe.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { POOLS = 2, CLASSES = 4, SMALLEST = 16, KEPT = 1, BLOCKS = 4 };

struct block {
    struct block *next;
    int class, pool;
};

static struct pool {
    pthread_mutex_t lock;
    struct block *free[CLASSES];
    struct block fresh[BLOCKS * CLASSES]; // blocks never used, their heads only
    int used;
} pools[POOLS];

struct cache {
    struct block *free[CLASSES];
    int count[CLASSES], pool;
};

static unsigned class_size(int class)
{
    return (unsigned)SMALLEST << class;
}

static int class_of(unsigned size)
{
    int class = 0;
    while (class_size(class) < size)
        class++;
    assert(class < CLASSES && size <= class_size(class));
    assert(class == 0 || size > class_size(class - 1));
    return class;
}

static struct pool *lock_some_pool(struct cache *cache)
{
    for (int k = 0; k < POOLS; k++) {
        struct pool *pool = &pools[(cache->pool + k) % POOLS];
        if (pthread_mutex_trylock(&pool->lock) == 0) {
            cache->pool = (cache->pool + k) % POOLS;
            return pool;
        }
    }
    pthread_mutex_lock(&pools[cache->pool].lock);
    return &pools[cache->pool];
}

static struct block *allocate(struct cache *cache, unsigned size)
{
    int class = class_of(size);
    struct block *block = cache->free[class];
    if (block) {
        cache->free[class] = block->next;
        cache->count[class]--;
        return block;
    }
    struct pool *pool = lock_some_pool(cache);
    block = pool->free[class];
    if (block) {
        pool->free[class] = block->next;
    } else if (pool->used < BLOCKS * CLASSES) {
        block = &pool->fresh[pool->used++];
        block->class = class;
        block->pool = (int)(pool - pools);
    }
    pthread_mutex_unlock(&pool->lock);
    return block;
}

static void release(struct cache *cache, struct block *block)
{
    int class = block->class;
    if (cache->count[class] < KEPT) {
        block->next = cache->free[class];
        cache->free[class] = block;
        cache->count[class]++;
        return;
    }
    struct pool *pool = &pools[block->pool];
    pthread_mutex_lock(&pool->lock);
    block->next = pool->free[class];
    pool->free[class] = block;
    pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    struct cache cache = {.pool = me % POOLS};
    for (int round = 0; round < ROUNDS; round++) {
        unsigned size = (unsigned)(20 * me + 10 * round + 1);
        struct block *first = allocate(&cache, size), *second = allocate(&cache, size);
        if (first)
            release(&cache, first);
        if (second)
            release(&cache, second);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int k = 0; k < POOLS; k++)
        pthread_mutex_init(&pools[k].lock, NULL);
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
