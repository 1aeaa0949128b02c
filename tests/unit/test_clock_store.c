// Vector clocks against arrays: narrow and wide records, while threads are added, and after records are
// dropped.
#include "base/hash.h"
#include "explore/clock_store.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

enum { RECORDS = 60, THREADS = 1500, STEPS = 6000 };

static uint32_t model[RECORDS][THREADS];
static uint64_t drawn;

static uint32_t draw(uint32_t below)
{
    drawn = hash_mix(drawn + 1);
    return (uint32_t)(drawn % below);
}

static bool holds(uint32_t a, uint32_t b)
{
    for (uint32_t t = 0; t < THREADS; t++)
        if (model[b][t] > model[a][t])
            return false;
    return true;
}

static void compare(const struct clock_store *store, uint32_t record)
{
    static uint32_t copy[2 * THREADS];
    assert_true(store->stride <= sizeof copy / sizeof *copy);
    clock_store_copy(store, record, copy);
    for (uint32_t t = 0; t < THREADS; t++) {
        assert_int_equal(clock_store_tick(store, record, t), model[record][t]);
        if (t < store->stride)
            assert_int_equal(copy[t], model[record][t]);
    }
}

static void push(struct clock_store *store)
{
    uint32_t from = store->records && draw(4) ? draw(store->records) : CLOCK_NEW;
    uint32_t record = clock_store_push(store, from);
    for (uint32_t t = 0; t < THREADS; t++)
        model[record][t] = from == CLOCK_NEW ? 0 : model[from][t];
}

static void change(struct clock_store *store, uint32_t threads)
{
    uint32_t newest = store->records - 1, t = draw(threads), tick = draw(5);
    clock_store_widen(store, t);
    clock_store_set(store, t, tick);
    model[newest][t] = tick;
}

static void join(struct clock_store *store)
{
    uint32_t newest = store->records - 1, other = draw(store->records);
    clock_store_join(store, other);
    for (uint32_t t = 0; t < THREADS; t++)
        if (model[other][t] > model[newest][t])
            model[newest][t] = model[other][t];
}

static void test_records_are_arrays(void **state)
{
    (void)state;
    size_t blocks = memory_live_blocks();
    struct clock_store store;
    clock_store_init(&store);
    for (uint32_t k = 0; k < STEPS; k++) {
        uint32_t threads = 4 + k * (THREADS - 4) / STEPS; // more and more
        uint32_t what = draw(8);
        if (store.records == RECORDS || (what == 0 && store.records))
            clock_store_cut(&store, draw(store.records));
        else if (what < 3 || !store.records)
            push(&store);
        else if (what < 6)
            change(&store, threads);
        else
            join(&store);
        if (!store.records)
            continue;
        uint32_t a = draw(store.records), b = draw(store.records);
        assert_int_equal(clock_store_holds(&store, a, b), holds(a, b));
        if (k % 16 == 0)
            compare(&store, a);
    }
    assert_true(store.wide);
    clock_store_free(&store);
    assert_int_equal(memory_live_blocks(), blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_records_are_arrays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
