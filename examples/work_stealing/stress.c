// Native stress run: one owner, three thieves; every item is taken once.
#include "deque.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { THIEVES = 3, ITEMS = 200000 };

static struct deque deque;
static atomic_int taken[ITEMS];
static atomic_bool stop;

static void *steal(void *unused)
{
    int item;
    while (!atomic_load(&stop))
        if (deque_steal(&deque, &item) == DEQUE_TAKEN)
            atomic_fetch_add(&taken[item], 1);
    return unused;
}

int main(void)
{
    assert(deque_init(&deque, 2));
    pthread_t thieves[THIEVES];
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&thieves[i], NULL, steal, NULL);
    int item;
    for (int i = 0; i < ITEMS; i++) {
        assert(deque_push(&deque, i));
        if (i % 3 == 0 && deque_pop(&deque, &item) == DEQUE_TAKEN)
            atomic_fetch_add(&taken[item], 1);
    }
    while (deque_pop(&deque, &item) == DEQUE_TAKEN)
        atomic_fetch_add(&taken[item], 1);
    atomic_store(&stop, true);
    for (int i = 0; i < THIEVES; i++)
        pthread_join(thieves[i], NULL);
    for (int i = 0; i < ITEMS; i++)
        assert(atomic_load(&taken[i]) == 1);
    deque_destroy(&deque);
    puts("work_stealing: ok");
    return 0;
}
