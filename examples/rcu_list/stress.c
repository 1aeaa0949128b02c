// Native stress run: three readers walk while two writers set and remove.
#include "list.h"

#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { READERS = 3, WRITERS = 2, ROUNDS = 500, KEYS = 16 };

static struct list list;
static atomic_bool stop;

static void *walk(void *number)
{
    int reader = *(int *)number;
    while (!atomic_load(&stop)) {
        int value = 0;
        list_enter(&list, reader);
        assert(list_is_sound(&list));
        for (int key = 0; key < KEYS; key++)
            assert(!list_lookup(&list, key, &value) || value % KEYS == key);
        list_leave(&list, reader);
        sched_yield(); // outside, so that a writer seldom waits for a reader that does not run
    }
    return NULL;
}

static void *change(void *number)
{
    unsigned seed = (unsigned)*(int *)number;
    for (int i = 0; i < ROUNDS; i++) {
        int key = (int)((seed = seed * 1103515245u + 12345u) >> 16) % KEYS;
        if (i % 3 == 0)
            list_remove(&list, key);
        else
            assert(list_set(&list, key, key + KEYS * i));
    }
    return NULL;
}

int main(void)
{
    list_init(&list);
    pthread_t readers[READERS], writers[WRITERS];
    int numbers[READERS + WRITERS];
    for (int i = 0; i < READERS + WRITERS; i++)
        numbers[i] = i;
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, walk, &numbers[i]);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, change, &numbers[READERS + i]);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    atomic_store(&stop, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    assert(list_is_sound(&list));
    list_destroy(&list);
    puts("rcu_list: ok");
    return 0;
}
