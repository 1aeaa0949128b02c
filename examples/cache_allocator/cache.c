// BUG=2: a thread that ends makes its cache available to others before it has emptied it.
//        Thread 1 ends and puts its cache on the list of unused ones; thread 2 starts, gets that cache and
//        allocates from it; thread 1 gives the same objects to the central list: they are in use and free at
//        once, and the two threads change the cache's lists without a lock.
#include "cache.h"

#include "central.h"
#include "config.h"
#include "size_class.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache_list {
    struct object *first;
    uint32_t count;
    uint32_t limit; // with more objects than this, a batch goes back
};

struct cache {
    struct cache_list lists[SIZE_CLASS_COUNT];
    size_t bytes; // in all lists
    struct cache *next_unused;
    // Written by the owner alone, read by whoever asks for statistics. They survive the thread.
    atomic_bool in_use;
    atomic_size_t cached_bytes;
    _Atomic uint64_t allocated, freed, fetches, returns;
};

static struct cache caches[ALLOCATOR_CACHES];
// What threads without a cache did.
static _Atomic uint64_t direct_allocated, direct_freed;

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct cache *unused; // guarded by registry

static pthread_key_t at_thread_end;
static _Thread_local struct cache *mine;
static _Thread_local bool ending; // gets no other cache

// For counters with one writer: cheaper than an atomic addition.
static void count(_Atomic uint64_t *counter)
{
    uint64_t value = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, value + 1, memory_order_relaxed);
}

static void set_bytes(struct cache *cache, size_t bytes)
{
    cache->bytes = bytes;
    atomic_store_explicit(&cache->cached_bytes, bytes, memory_order_relaxed);
}

// Gives up to `wanted` objects of the class to the central list.
static void give_back(struct cache *cache, unsigned size_class, uint32_t wanted)
{
    struct cache_list *list = &cache->lists[size_class];
    struct object *batch = NULL;
    uint32_t moved = 0;
    while (moved < wanted && list->first != NULL) {
        object_push(&batch, object_pop(&list->first));
        moved++;
    }
    if (moved == 0)
        return;
    list->count -= moved;
    set_bytes(cache, cache->bytes - moved * size_class_bytes(size_class));
    count(&cache->returns);
    central_give(size_class, batch, moved);
}

static void empty(struct cache *cache)
{
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++)
        while (cache->lists[i].count > 0)
            give_back(cache, i, size_class_batch(i));
}

static void make_unused(struct cache *cache)
{
    atomic_store(&cache->in_use, false);
    pthread_mutex_lock(&registry);
    cache->next_unused = unused;
    unused = cache;
    pthread_mutex_unlock(&registry);
}

// Runs when a thread ends, after its own code, but perhaps before other such functions that free something.
static void end_thread(void *argument)
{
    struct cache *cache = argument;
    mine = NULL;
    ending = true;
#if BUG == 2
    make_unused(cache);
    empty(cache);
#else
    empty(cache);
    make_unused(cache);
#endif
}

static struct cache *take_unused(void)
{
    pthread_mutex_lock(&registry);
    struct cache *cache = unused;
    if (cache != NULL)
        unused = cache->next_unused;
    pthread_mutex_unlock(&registry);
    return cache;
}

// The calling thread's cache; NULL when it has none and gets none.
static struct cache *my_cache(void)
{
    if (mine != NULL || ending)
        return mine;
    struct cache *cache = take_unused();
    if (cache == NULL)
        return NULL;
    if (pthread_setspecific(at_thread_end, cache) != 0) {
        make_unused(cache);
        return NULL;
    }
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++)
        cache->lists[i].limit = 1;
    atomic_store(&cache->in_use, true);
    mine = cache;
    return cache;
}

void cache_init(void)
{
    if (pthread_key_create(&at_thread_end, end_thread) != 0)
        abort();
    for (size_t i = ALLOCATOR_CACHES; i > 0; i--)
        make_unused(&caches[i - 1]);
}

// Gets a batch for an empty list. Returns false when memory is short.
static bool fetch(struct cache *cache, unsigned size_class)
{
    struct cache_list *list = &cache->lists[size_class];
    uint32_t batch = size_class_batch(size_class);
    uint32_t wanted = list->limit < batch ? list->limit : batch;
    list->count = central_take(size_class, wanted, &list->first);
    set_bytes(cache, cache->bytes + list->count * size_class_bytes(size_class));
    if (list->limit < batch)
        list->limit++;
    count(&cache->fetches);
    return list->count > 0;
}

static void *allocate_directly(unsigned size_class)
{
    struct object *list;
    if (central_take(size_class, 1, &list) == 0)
        return NULL;
    // What comes is one object, or a whole batch where memory is short.
    struct object *object = object_pop(&list);
    uint32_t rest = 0;
    for (struct object *other = list; other != NULL; other = other->next)
        rest++;
    if (rest > 0)
        central_give(size_class, list, rest);
    atomic_fetch_add(&direct_allocated, 1);
    return object;
}

void *cache_allocate(unsigned size_class)
{
    struct cache *cache = my_cache();
    if (cache == NULL)
        return allocate_directly(size_class);
    struct cache_list *list = &cache->lists[size_class];
    if (list->first == NULL && !fetch(cache, size_class))
        return NULL;
    list->count--;
    set_bytes(cache, cache->bytes - size_class_bytes(size_class));
    count(&cache->allocated);
    return object_pop(&list->first);
}

// Whether the object is in the list. The mark says no in nearly all cases; what it does not rule out is
// looked for.
static bool holds(const struct cache_list *list, const struct object *object)
{
    if (object->mark != object_mark(object))
        return false;
    for (const struct object *other = list->first; other != NULL; other = other->next)
        if (other == object)
            return true;
    return false;
}

// The list got too long: it may become longer for it, slowly, and a batch goes back.
static void shorten(struct cache *cache, unsigned size_class)
{
    struct cache_list *list = &cache->lists[size_class];
    uint32_t batch = size_class_batch(size_class);
    give_back(cache, size_class, list->count < batch ? list->count : batch);
    list->limit += list->limit < batch ? 1 : 0;
    if (list->limit >= batch && list->limit < 8 * batch)
        list->limit += batch;
}

// The cache as a whole got too big: half of every list goes back.
static void halve(struct cache *cache)
{
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++) {
        uint32_t kept = cache->lists[i].count / 2;
        while (cache->lists[i].count > kept) {
            uint32_t excess = cache->lists[i].count - kept, batch = size_class_batch(i);
            give_back(cache, i, excess < batch ? excess : batch);
        }
    }
}

bool cache_free(unsigned size_class, void *memory)
{
    struct object *object = memory;
    struct cache *cache = my_cache();
    if (cache == NULL) {
        struct object *list = NULL;
        object_push(&list, object);
        atomic_fetch_add(&direct_freed, 1);
        central_give(size_class, list, 1);
        return true;
    }
    struct cache_list *list = &cache->lists[size_class];
    if (holds(list, object))
        return false;
    object_push(&list->first, object);
    list->count++;
    set_bytes(cache, cache->bytes + size_class_bytes(size_class));
    count(&cache->freed);
    if (list->count > list->limit)
        shorten(cache, size_class);
    if (cache->bytes > ALLOCATOR_CACHE_BYTES)
        halve(cache);
    return true;
}

void cache_flush(void)
{
    if (mine != NULL)
        empty(mine);
}

void cache_statistics(struct cache_statistics *statistics)
{
    *statistics = (struct cache_statistics){
        .allocated = atomic_load(&direct_allocated),
        .freed = atomic_load(&direct_freed),
    };
    for (size_t i = 0; i < ALLOCATOR_CACHES; i++) {
        struct cache *cache = &caches[i];
        statistics->caches += atomic_load(&cache->in_use);
        statistics->cached_bytes += atomic_load(&cache->cached_bytes);
        statistics->allocated += atomic_load(&cache->allocated);
        statistics->freed += atomic_load(&cache->freed);
        statistics->fetches += atomic_load(&cache->fetches);
        statistics->returns += atomic_load(&cache->returns);
    }
}

size_t cache_count_objects(unsigned size_class)
{
    size_t objects = 0;
    for (size_t i = 0; i < ALLOCATOR_CACHES; i++)
        objects += caches[i].lists[size_class].count;
    return objects;
}
