// heddle: --property=assertion,data-race,memory
// expect: safe
// Operations of <stdatomic.h> on objects that are not _Atomic, as GCC takes them, are atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct pair {
    void *first, *second;
};

static int count;
static volatile long ready;
static bool once;
static struct pair pair;
static int *place;
static const atomic_int constant = 4;

static void *work(void *unused)
{
    struct pair next = {&count, &count};
    atomic_fetch_add(&count, 2);
    atomic_store(&pair, next);
    atomic_store_explicit(&place, &count, memory_order_release);
    if (!atomic_exchange(&once, true))
        atomic_fetch_or_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct pair seen;
    pthread_create(&thread, 0, work, 0);
    int expected = 0;
    atomic_compare_exchange_strong(&count, &expected, 1);
    seen = atomic_load(&pair);
    assert(seen.first == seen.second);
    int *got = atomic_load_explicit(&place, memory_order_acquire);
    assert(!got || got == &count);
    pthread_join(thread, 0);
    assert(atomic_load(&count) == 2 || atomic_load(&count) == 3);
    assert(atomic_load(&ready) == 1 && atomic_load(&constant) == 4);
    return 0;
}
