// BUG=1: central_take takes a batch from the transfer slots without the lock.
//        Two threads whose caches are empty read the same transfer_count and take the same batch: every
//        object of it is handed out twice.
// BUG=3: central_give gives the lock up between finding that a span has no users and unlinking the span.
//        Thread 1 gives the last object of a span back and unlocks; thread 2 takes an object from that span,
//        which is still in the list; thread 1 gives the pages to the page heap: thread 2's object is in free
//        memory.
#include "central.h"

#include "config.h"
#include "size_class.h"
#include "span.h"

#include <pthread.h>

struct central {
    pthread_mutex_t lock;
    struct span partial; // list of the spans that have free objects
    size_t span_count;   // with and without free objects
    size_t free_objects; // in the spans
    uint32_t transfer_count;
    struct object *transfer[ALLOCATOR_TRANSFER_SLOTS]; // each a list of size_class_batch objects
};

static struct central centrals[SIZE_CLASS_COUNT];

void central_init(void)
{
    for (int i = 0; i < SIZE_CLASS_COUNT; i++) {
        pthread_mutex_init(&centrals[i].lock, NULL);
        span_list_init(&centrals[i].partial);
    }
}

// Adds a span with all its objects free. Returns false when memory is short. The lock is held.
static bool add_span(struct central *central, unsigned size_class)
{
    struct span *span = pages_allocate(size_class_pages(size_class), 1, SPAN_SMALL);
    if (span == NULL)
        return false;
    size_t size = size_class_bytes(size_class);
    uint32_t objects = size_class_objects(size_class);
    span->size_class = size_class;
    span->taken = 0;
    span->free = NULL;
    // From the end, so that objects are handed out in the order of their addresses.
    for (uint32_t i = objects; i > 0; i--)
        object_push(&span->free, (struct object *)((unsigned char *)span_start(span) + (i - 1) * size));
    span_list_add(&central->partial, span);
    central->span_count++;
    central->free_objects += objects;
    return true;
}

// Moves up to `wanted` objects from the span to the list; returns how many. The lock is held.
static uint32_t take_from_span(struct central *central, struct span *span, uint32_t wanted,
                               struct object **list)
{
    uint32_t count = 0;
    while (count < wanted && span->free != NULL) {
        object_push(list, object_pop(&span->free));
        count++;
    }
    span->taken += count;
    central->free_objects -= count;
    if (span->free == NULL)
        span_list_remove(span);
    return count;
}

static uint32_t take_batch(struct central *central, unsigned size_class, struct object **list)
{
    *list = central->transfer[central->transfer_count - 1];
    central->transfer_count--;
    return size_class_batch(size_class);
}

uint32_t central_take(unsigned size_class, uint32_t wanted, struct object **list)
{
    struct central *central = &centrals[size_class];
    uint32_t count = 0;
    *list = NULL;
#if BUG == 1
    if (wanted == size_class_batch(size_class) && central->transfer_count > 0)
        return take_batch(central, size_class, list);
#endif
    pthread_mutex_lock(&central->lock);
    if (wanted == size_class_batch(size_class) && central->transfer_count > 0)
        count = take_batch(central, size_class, list);
    while (count < wanted) {
        if (span_list_is_empty(&central->partial) && !add_span(central, size_class))
            break;
        count += take_from_span(central, central->partial.next, wanted - count, list);
    }
    // Rather take a batch apart than report that memory is short.
    if (count == 0 && central->transfer_count > 0)
        count = take_batch(central, size_class, list);
    pthread_mutex_unlock(&central->lock);
    return count;
}

// Puts the object back into its span. Returns the span when nothing of it is taken any more, else NULL. The
// lock is held.
static struct span *give_to_span(struct central *central, struct object *object)
{
    struct span *span = pages_span_of(object);
    if (span->free == NULL)
        span_list_add(&central->partial, span);
    object_push(&span->free, object);
    span->taken--;
    central->free_objects++;
    return span->taken == 0 ? span : NULL;
}

// The span's objects are no longer the central list's. The lock is held.
static void forget_span(struct central *central, unsigned size_class, struct span *span)
{
    span_list_remove(span);
    central->span_count--;
    central->free_objects -= size_class_objects(size_class);
}

// Puts the objects back into their spans; those without users go back to the page heap, which takes no
// central lock.
static void give_to_spans(struct central *central, unsigned size_class, struct object *list)
{
    while (list != NULL) {
        struct span *span = give_to_span(central, object_pop(&list));
        if (span == NULL)
            continue;
#if BUG == 3
        pthread_mutex_unlock(&central->lock);
        pthread_mutex_lock(&central->lock);
#endif
        forget_span(central, size_class, span);
        pages_free(span);
    }
}

void central_give(unsigned size_class, struct object *list, uint32_t count)
{
    struct central *central = &centrals[size_class];
    pthread_mutex_lock(&central->lock);
    if (count == size_class_batch(size_class) && central->transfer_count < ALLOCATOR_TRANSFER_SLOTS)
        central->transfer[central->transfer_count++] = list;
    else
        give_to_spans(central, size_class, list);
    pthread_mutex_unlock(&central->lock);
}

void central_release(void)
{
    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++) {
        struct central *central = &centrals[i];
        pthread_mutex_lock(&central->lock);
        while (central->transfer_count > 0) {
            struct object *list;
            take_batch(central, i, &list);
            give_to_spans(central, i, list);
        }
        pthread_mutex_unlock(&central->lock);
    }
}

void central_count(unsigned size_class, struct central_statistics *statistics)
{
    const struct central *central = &centrals[size_class];
    *statistics = (struct central_statistics){
        .spans = central->span_count,
        .free_objects = central->free_objects,
        .transfer_objects = (size_t)central->transfer_count * size_class_batch(size_class),
    };
}

void central_statistics(unsigned size_class, struct central_statistics *statistics)
{
    pthread_mutex_lock(&centrals[size_class].lock);
    central_count(size_class, statistics);
    pthread_mutex_unlock(&centrals[size_class].lock);
}

void central_lock_all(void)
{
    for (int i = 0; i < SIZE_CLASS_COUNT; i++)
        pthread_mutex_lock(&centrals[i].lock);
}

void central_unlock_all(void)
{
    for (int i = SIZE_CLASS_COUNT; i > 0; i--)
        pthread_mutex_unlock(&centrals[i - 1].lock);
}

// Whether the object is one of the span's and looks free.
static bool object_is_sound(const struct span *span, const struct object *object)
{
    size_t offset = (size_t)((const unsigned char *)object - (const unsigned char *)span_start(span));
    size_t size = size_class_bytes(span->size_class);
    return pages_span_of(object) == span && offset % size == 0 &&
           offset / size < size_class_objects(span->size_class) && object->mark == object_mark(object);
}

// The length of the span's free list; more than it can hold when the list is damaged.
static uint32_t count_free(const struct span *span)
{
    uint32_t limit = size_class_objects(span->size_class), count = 0;
    for (const struct object *object = span->free; object != NULL && count <= limit; object = object->next) {
        if (!object_is_sound(span, object))
            return UINT32_MAX;
        count++;
    }
    return count;
}

static bool transfer_is_sound(const struct central *central, unsigned size_class)
{
    for (uint32_t i = 0; i < central->transfer_count; i++) {
        const struct object *object = central->transfer[i];
        for (uint32_t k = 0; k < size_class_batch(size_class); k++) {
            const struct span *span = object != NULL ? pages_span_of(object) : NULL;
            if (span == NULL || span->size_class != size_class || !object_is_sound(span, object))
                return false;
            object = object->next;
        }
        if (object != NULL)
            return false;
    }
    return true;
}

bool central_check(unsigned size_class, const char **problem)
{
    const struct central *central = &centrals[size_class];
    size_t free_objects = 0;
    for (const struct span *span = central->partial.next; span != &central->partial; span = span->next) {
        *problem = "span in a wrong central list";
        if (span->state != SPAN_SMALL || span->size_class != size_class)
            return false;
        *problem = "free list of a span";
        uint32_t count = count_free(span);
        if (count == 0 || count + (uint64_t)span->taken != size_class_objects(size_class))
            return false;
        free_objects += count;
    }
    *problem = "count of free objects";
    if (free_objects != central->free_objects)
        return false;
    *problem = "transfer slots";
    return transfer_is_sound(central, size_class);
}
