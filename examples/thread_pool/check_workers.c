// heddle:
// files: pool.c
// expect: safe
// por: classic
// timeout: 120
//
// Two workers and one task. pool_stop runs what is still queued, and ends the worker that has nothing to do
// as well.
#include "pool.h"

#include <assert.h>

static struct pool pool;
static int total;

static void add(void *amount)
{
    total += *(int *)amount;
}

int main(void)
{
    int amount = 3;
    assert(pool_start(&pool, 2));
    assert(pool_submit(&pool, add, &amount));
    pool_stop(&pool);
    assert(total == 3);
    return 0;
}
