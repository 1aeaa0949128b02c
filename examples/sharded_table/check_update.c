// heddle:
// files: table.c
// expect: safe
// por: classic
// timeout: 120
//
// Two threads add to one key that is missing at first; one of them removes another key of the same bucket
// before.
#include "table.h"

#include <assert.h>

enum { SHARED = 4, OLD = 2 };

static struct table table;

static long add(long value, bool found, void *amount)
{
    (void)found;
    return value + *(long *)amount;
}

static void *remove_and_add(void *amount)
{
    assert(table_remove(&table, OLD));
    assert(table_update(&table, SHARED, add, amount));
    return NULL;
}

static void *only_add(void *amount)
{
    assert(table_update(&table, SHARED, add, amount));
    return NULL;
}

int main(void)
{
    assert(table_init(&table, 2));
    assert(table_put(&table, OLD, 9));

    long amounts[2] = {3, 4};
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, remove_and_add, &amounts[0]);
    pthread_create(&threads[1], NULL, only_add, &amounts[1]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    long value;
    size_t count;
    assert(table_get(&table, SHARED, &value) && value == 7);
    assert(!table_get(&table, OLD, &value));
    assert(table_sum(&table, &count) == 7);
    assert(count == 1);
    table_destroy(&table);
    return 0;
}
