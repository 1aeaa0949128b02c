// BUG=1: deque_pop is off by one in how many items make it safe to take one without the exchange on `top`.
//        One item is left. The thief has read top and bottom and the item; the owner takes the last item
//        without touching `top`; the exchange of the thief succeeds: the item is taken twice.
// BUG=2: deque_pop reads `top` before it lowers `bottom`.
//        Two items. The owner reads top = 0; the thief steals both, for `bottom` is still 2; the owner lowers
//        it to 1, believes that both items are there, and takes the second one again.
// BUG=3: deque_push lets the thieves see a larger ring before the items are copied.
//        The thief reads bottom and the new ring, and steals a slot that is still zero.
#include "deque.h"

#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

static struct deque_ring *ring_new(size_t capacity, struct deque_ring *older)
{
    struct deque_ring *ring = malloc(sizeof *ring + capacity * sizeof ring->items[0]);
    if (ring == NULL)
        return NULL;
    ring->older = older;
    ring->capacity = capacity;
    for (size_t i = 0; i < capacity; i++)
        atomic_init(&ring->items[i], 0);
    return ring;
}

static atomic_int *ring_slot(struct deque_ring *ring, long index)
{
    return &ring->items[(size_t)index & (ring->capacity - 1)];
}

bool deque_init(struct deque *deque, size_t capacity)
{
    struct deque_ring *ring = ring_new(capacity, NULL);
    atomic_init(&deque->top, 0);
    atomic_init(&deque->bottom, 0);
    atomic_init(&deque->ring, ring);
    return ring != NULL;
}

void deque_destroy(struct deque *deque)
{
    struct deque_ring *older;
    for (struct deque_ring *ring = atomic_load(&deque->ring); ring != NULL; ring = older) {
        older = ring->older;
        free(ring);
    }
}

// Moves the items top .. bottom - 1 to a ring of twice the size. Returns it, or NULL when memory is short.
static struct deque_ring *grow(struct deque *deque, struct deque_ring *ring, long top, long bottom)
{
    struct deque_ring *larger = ring_new(ring->capacity * 2, ring);
    if (larger == NULL)
        return NULL;
#if BUG == 3
    atomic_store(&deque->ring, larger);
#endif
    for (long i = top; i < bottom; i++)
        atomic_store(ring_slot(larger, i), atomic_load(ring_slot(ring, i)));
    atomic_store(&deque->ring, larger);
    return larger;
}

bool deque_push(struct deque *deque, int item)
{
    long bottom = atomic_load(&deque->bottom);
    long top = atomic_load(&deque->top);
    struct deque_ring *ring = atomic_load(&deque->ring);
    if (bottom - top >= (long)ring->capacity) {
        ring = grow(deque, ring, top, bottom);
        if (ring == NULL)
            return false;
    }
    atomic_store(ring_slot(ring, bottom), item);
    atomic_store(&deque->bottom, bottom + 1);
    return true;
}

enum deque_result deque_pop(struct deque *deque, int *item)
{
    long bottom = atomic_load(&deque->bottom) - 1;
    struct deque_ring *ring = atomic_load(&deque->ring);
#if BUG == 2
    long top = atomic_load(&deque->top);
    atomic_store(&deque->bottom, bottom);
#else
    atomic_store(&deque->bottom, bottom);
    long top = atomic_load(&deque->top);
#endif
    if (top > bottom) {
        atomic_store(&deque->bottom, bottom + 1);
        return DEQUE_EMPTY;
    }
    *item = atomic_load(ring_slot(ring, bottom));
#if BUG == 1
    if (top <= bottom)
        return DEQUE_TAKEN;
#else
    if (top < bottom)
        return DEQUE_TAKEN;
#endif
    // The last item: the thieves want it too, and `top` decides.
    bool won = atomic_compare_exchange_strong(&deque->top, &top, top + 1);
    atomic_store(&deque->bottom, bottom + 1);
    return won ? DEQUE_TAKEN : DEQUE_EMPTY;
}

enum deque_result deque_steal(struct deque *deque, int *item)
{
    long top = atomic_load(&deque->top);
    long bottom = atomic_load(&deque->bottom);
    if (top >= bottom)
        return DEQUE_EMPTY;
    *item = atomic_load(ring_slot(atomic_load(&deque->ring), top));
    return atomic_compare_exchange_strong(&deque->top, &top, top + 1) ? DEQUE_TAKEN : DEQUE_LOST;
}
