// expect: violation
// kinds: assertion
// heddle: --independence=outcome --prune=on
// rule: outcomes optimal source
// A swap that fails is a read, and in no race with `look`, which reads as well. Where `cell` is 5 it fails, and all that is
// found out below is that `look` must not find 1. That is true, too, where `cell` is 0: but there the swap succeeds, and has to be
// executed before `look` as well. So a summary also says that the swap fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell;

static void *clear(void *unused)
{
    atomic_store(&cell, 0);
    return unused;
}

static void *fill(void *unused)
{
    atomic_store(&cell, 5);
    return unused;
}

static void *look(void *unused)
{
    assert(atomic_load(&cell) != 1); // <- violation
    return unused;
}

static void *swap(void *unused)
{
    int expected = 0;
    atomic_compare_exchange_strong(&cell, &expected, 1);
    return unused;
}

static void run(void *(*one)(void *), void *(*other)(void *))
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

int main(void)
{
    run(clear, fill);
    run(look, swap);
    return 0;
}
