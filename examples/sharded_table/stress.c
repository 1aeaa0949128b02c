// Native stress run: transfers among all keys, updates, insertions and removals, sums taken meanwhile.
#include "table.h"

#include <assert.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000, KEYS = 12, START = 100 };

static struct table table;

static long add_one(long value, bool found, void *unused)
{
    (void)unused;
    return found ? value + 1 : 1;
}

static void *run(void *number)
{
    unsigned seed = (unsigned)*(int *)number;
    int own = 1000 + *(int *)number;
    for (int i = 0; i < ROUNDS; i++) {
        seed = seed * 1103515245u + 12345u;
        int from = (int)(seed >> 16) % KEYS, to = (int)(seed >> 20) % KEYS;
        table_transfer(&table, from, to, (long)(seed >> 24) % 50);
        if (i % 8 == 0) {
            assert(table_put(&table, own, 0));
            assert(table_remove(&table, own));
        }
        if (i % 64 == 0) {
            size_t count;
            assert(table_sum(&table, &count) >= KEYS * START);
            assert(count >= KEYS);
        }
    }
    for (int i = 0; i < ROUNDS; i++)
        assert(table_update(&table, 999, add_one, NULL));
    return NULL;
}

int main(void)
{
    assert(table_init(&table, 5));
    for (int key = 0; key < KEYS; key++)
        assert(table_put(&table, key, START));
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    size_t count;
    long value, sum = table_sum(&table, &count);
    assert(sum == KEYS * START + THREADS * ROUNDS && count == KEYS + 1);
    assert(table_get(&table, 999, &value) && value == THREADS * ROUNDS);
    table_destroy(&table);
    puts("sharded_table: ok");
    return 0;
}
