// heddle:
// files: table.c
// expect: safe
// por: classic
// timeout: 120
//
// Two accounts in different buckets. One thread moves an amount (an input) one way, the other moves 30 the
// other way. Whatever happens, no account goes below zero and the sum stays.
#include "table.h"

#include <assert.h>
#include <heddle.h>

static struct table table;
static long amount; // input

static void *move_there(void *unused)
{
    table_transfer(&table, 0, 1, amount);
    return unused;
}

static void *move_back(void *unused)
{
    table_transfer(&table, 1, 0, 30);
    return unused;
}

int main(void)
{
    heddle_symbolic(&amount, sizeof amount, "amount");
    heddle_assume(amount > 0 && amount <= 100);
    assert(table_init(&table, 2));
    assert(table_put(&table, 0, 50));
    assert(table_put(&table, 1, 20));

    pthread_t threads[2];
    pthread_create(&threads[0], NULL, move_there, NULL);
    pthread_create(&threads[1], NULL, move_back, NULL);
    size_t count;
    assert(table_sum(&table, &count) == 70);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);

    long first, second;
    assert(table_get(&table, 0, &first) && table_get(&table, 1, &second));
    assert(first >= 0 && second >= 0 && first + second == 70);
    assert(count == 2);
    table_destroy(&table);
    return 0;
}
