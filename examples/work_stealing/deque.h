// The work-stealing deque of Chase and Lev (SPAA 2005): its owner pushes and pops at the bottom, thieves
// steal at the top.
//
// The items lie in a ring that the owner replaces by one of twice the size when it is full. A thief may still
// read from the old ring, so it is kept until the deque is destroyed.
#ifndef DEQUE_H
#define DEQUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct deque_ring {
    struct deque_ring *older; // the ring it replaced
    size_t capacity;          // a power of two
    atomic_int items[];
};

struct deque {
    atomic_long top;    // the next item to steal; only ever grows
    atomic_long bottom; // one past the youngest item
    _Atomic(struct deque_ring *) ring;
};

enum deque_result { DEQUE_EMPTY, DEQUE_TAKEN, DEQUE_LOST };

// `capacity` is a power of two. Returns false when memory is short.
bool deque_init(struct deque *deque, size_t capacity);
// No thread may use the deque any more.
void deque_destroy(struct deque *deque);

// For the owner. Adds the youngest item; false when memory is short.
bool deque_push(struct deque *deque, int item);
// For the owner. Takes the youngest item: DEQUE_TAKEN or DEQUE_EMPTY.
enum deque_result deque_pop(struct deque *deque, int *item);
// For thieves. Takes the oldest item. DEQUE_LOST: somebody else got it; there may be more.
enum deque_result deque_steal(struct deque *deque, int *item);

#endif
