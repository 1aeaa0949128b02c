// heddle:
// files: deque.c
// expect: safe
// por: classic
// timeout: 120
//
// The deque is full when the owner pushes, so the ring is replaced while the thief steals. Capacity 2.
#include "deque.h"

#include <assert.h>
#include <pthread.h>

enum { ITEMS = 3 };

static struct deque deque;
static int taken_by_thief;

static void *steal(void *unused)
{
    int item = 0;
    if (deque_steal(&deque, &item) == DEQUE_TAKEN) {
        assert(item == 1);
        taken_by_thief = 1;
    }
    return unused;
}

int main(void)
{
    assert(deque_init(&deque, 2));
    assert(deque_push(&deque, 1));
    assert(deque_push(&deque, 2));
    pthread_t thief;
    pthread_create(&thief, NULL, steal, NULL);
    assert(deque_push(&deque, 3));
    pthread_join(thief, NULL);

    int item, left = 0;
    while (deque_pop(&deque, &item) == DEQUE_TAKEN) {
        assert(item == ITEMS - left);
        left++;
    }
    assert(left + taken_by_thief == ITEMS);
    deque_destroy(&deque);
    return 0;
}
