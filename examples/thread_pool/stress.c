// Native stress run: tasks that submit tasks, pool_wait between rounds.
#include "pool.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>

static struct pool pool;
static atomic_int done;

static void leaf(void *unused)
{
    (void)unused;
    atomic_fetch_add(&done, 1);
}

static void branch(void *unused)
{
    assert(pool_submit(&pool, leaf, unused));
    assert(pool_submit(&pool, leaf, unused));
    atomic_fetch_add(&done, 1);
}

int main(void)
{
    for (int round = 0; round < 50; round++) {
        atomic_store(&done, 0);
        assert(pool_start(&pool, 4));
        for (int i = 0; i < 100; i++)
            assert(pool_submit(&pool, branch, NULL));
        pool_wait(&pool);
        assert(atomic_load(&done) == 300);
        for (int i = 0; i < 100; i++)
            assert(pool_submit(&pool, leaf, NULL));
        pool_stop(&pool);
        assert(atomic_load(&done) == 400);
    }
    puts("thread_pool: ok");
    return 0;
}
