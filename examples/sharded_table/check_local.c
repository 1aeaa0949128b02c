// heddle: --property=assertion
// files: table.c
// expect: safe
// timeout: 120
// case: THREADS=2 ROUNDS=1 default=1
// case: THREADS=3 ROUNDS=2 default=1
//
// Threads put values into the same bucket, and each asserts something about what it put, which it adds up by
// itself. What the table holds cannot matter to that: one execution.
#include "table.h"

#include <assert.h>
#include <stdint.h>

static struct table table;

static void *put_some(void *argument)
{
    long thread = (long)(intptr_t)argument, sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        long value = thread + round, stored;
        table_put(&table, 2 * round, value);
        table_get(&table, 2 * round, &stored);
        sum += value;
    }
    assert(sum == ROUNDS * thread + ROUNDS * (ROUNDS - 1) / 2);
    return NULL;
}

int main(void)
{
    table_init(&table, 2);
    pthread_t threads[THREADS];
    for (intptr_t k = 0; k < THREADS; k++)
        pthread_create(&threads[k], NULL, put_some, (void *)k);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
    table_destroy(&table);
    return 0;
}
