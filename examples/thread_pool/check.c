// heddle:
// files: pool.c
// expect: safe
// por: classic
// timeout: 120
//
// One worker and the main thread: the first task submits a second one when the input says so. After pool_wait
// all results are there, and pool_stop ends the worker.
#include "pool.h"

#include <assert.h>
#include <heddle.h>

static struct pool pool;
static int chained; // input
static int results[2];

static void second(void *argument)
{
    *(int *)argument = 2;
}

static void first(void *argument)
{
    *(int *)argument = 1;
    if (chained > 5)
        assert(pool_submit(&pool, second, &results[1]));
}

int main(void)
{
    heddle_symbolic(&chained, sizeof chained, "chained");
    assert(pool_start(&pool, 1));
    assert(pool_submit(&pool, first, &results[0]));
    pool_wait(&pool);
    assert(results[0] == 1);
    assert(results[1] == (chained > 5 ? 2 : 0));
    pool_stop(&pool);
    assert(pool.first == NULL && pool.unfinished == 0);
    return 0;
}
