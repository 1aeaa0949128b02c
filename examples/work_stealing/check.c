// heddle:
// files: deque.c
// expect: safe
// por: classic
// timeout: 120
//
// The owner pushes two items and pops until the deque is empty, while a thief tries twice to steal. Every
// item is taken once. Capacity 2.
#include "deque.h"

#include <assert.h>
#include <pthread.h>

enum { ITEMS = 2, STEALS = 2 };

static struct deque deque;
static int taken_by_owner[ITEMS + 1], taken_by_thief[ITEMS + 1];

static void *steal(void *unused)
{
    for (int i = 0; i < STEALS; i++) {
        int item = 0;
        if (deque_steal(&deque, &item) == DEQUE_TAKEN)
            taken_by_thief[item]++;
    }
    return unused;
}

int main(void)
{
    assert(deque_init(&deque, 2));
    pthread_t thief;
    for (int i = 1; i <= ITEMS; i++)
        assert(deque_push(&deque, i));
    pthread_create(&thief, NULL, steal, NULL);
    int item;
    while (deque_pop(&deque, &item) == DEQUE_TAKEN)
        taken_by_owner[item]++;
    pthread_join(thief, NULL);

    for (int i = 1; i <= ITEMS; i++)
        assert(taken_by_owner[i] + taken_by_thief[i] == 1);
    assert(taken_by_owner[0] + taken_by_thief[0] == 0);
    deque_destroy(&deque);
    return 0;
}
