// The store of results (store/store.h): what is written is read again until it is removed, or has to go for
// what is used more.
#include "base/memory.h"
#include "store_scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

static const size_t sizes[] = {0, 1, 100, 2000, 5000, 65519, 65520, 65521, 200000, 1500000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void test_round_trip(void **state)
{
    (void)state;
    struct store *store = scratch_open(SCRATCH_LIMIT);
    for (uint32_t i = 0; i < 3 * SIZES; i++) {
        assert_false(scratch_has(store, i, sizes[i % SIZES]));
        scratch_must_write(store, i, sizes[i % SIZES]);
        assert_true(scratch_has(store, i, sizes[i % SIZES]));
    }
    store_close(store);
    store = scratch_open(SCRATCH_LIMIT);
    for (uint32_t i = 0; i < 3 * SIZES; i++)
        assert_true(scratch_has(store, i, sizes[i % SIZES]));
    struct scratch_listed listed = scratch_list(store);
    assert_int_equal(listed.items, 3 * SIZES);
    assert_int_equal(listed.uses, 2 * 3 * SIZES); // read by both
    struct error error = {0};
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, 3 * SIZES);
    assert_int_equal(removed, 0);
    assert_null(store_failure(store));
    store_close(store);
    store_close(NULL);
}

static void test_replace_and_remove(void **state)
{
    (void)state;
    struct error error = {0};
    struct store *store = scratch_open(SCRATCH_LIMIT);
    scratch_must_write(store, 7, 300000);
    assert_true(scratch_has(store, 7, 300000));
    scratch_must_write(store, 7, 10);
    assert_true(scratch_has(store, 7, 10));
    struct store_numbers numbers;
    assert_true(store_count(store, &numbers, &error));
    assert_int_equal(numbers.entries, 1);
    assert_int_equal(numbers.size, 10);
    assert_int_equal(numbers.limit, SCRATCH_LIMIT);
    assert_true(numbers.used <= numbers.file);
    struct scratch_listed listed = scratch_list(store);
    assert_int_equal(listed.uses, 2); // which the new value keeps
    assert_string_equal(listed.last_title, "program-7.c");
    struct store_key key = scratch_key(7);
    assert_true(store_remove(store, &key, &error));
    assert_true(store_remove(store, &key, &error));
    assert_false(scratch_has(store, 7, 10));
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked + removed, 0);
    store_close(store);
}

// One transaction for all of them; a list of many comes in parts.
static void test_many_at_once(void **state)
{
    (void)state;
    enum { MANY = 3500 };
    struct error error = {0};
    struct store *store = scratch_open(SCRATCH_LIMIT);
    struct store_entry *entries = memory_zalloc(MANY, sizeof *entries);
    for (uint32_t i = 0; i < MANY; i++)
        entries[i] =
            (struct store_entry){.key = scratch_key(i), .data = scratch_value(i, i % 300), .size = i % 300};
    assert_true(store_write(store, entries, MANY, &error));
    for (uint32_t i = 0; i < MANY; i += 97)
        assert_true(scratch_has(store, i, i % 300));
    assert_int_equal(scratch_list(store).items, MANY);
    uint64_t checked, removed;
    assert_true(store_check(store, &checked, &removed, &error));
    assert_int_equal(checked, MANY);
    for (uint32_t i = 0; i < MANY; i++)
        memory_free((void *)(uintptr_t)entries[i].data);
    memory_free(entries);
    store_close(store);
}

// ---- the limit

static void test_least_used_go_first(void **state)
{
    (void)state;
    enum { SIZE = 19800, FIRST = 100, ALL = 200 }; // multiples of 3: not compressed
    struct error error = {0};
    struct store *store = scratch_open(1);
    struct stat status;
    for (uint32_t i = 0; i < ALL; i++) {
        scratch_must_write(store, 3 * i, SIZE);
        assert_true(scratch_has(store, 3 * i, SIZE));
        if (i < FIRST) // this one is useful, and forgotten later
            assert_true(scratch_has(store, 0, SIZE));
        assert_int_equal(stat(scratch_data, &status), 0);
        assert_true((uint64_t)status.st_size <= STORE_SIZE_LEAST);
    }
    assert_false(scratch_has(store, 0, SIZE));
    assert_false(scratch_has(store, 3, SIZE));
    for (uint32_t i = ALL - 15; i < ALL; i++)
        assert_true(scratch_has(store, 3 * i, SIZE));
    struct store_numbers numbers;
    assert_true(store_count(store, &numbers, &error));
    assert_in_range(numbers.entries, 20, 40);
    assert_int_equal(numbers.limit, STORE_SIZE_LEAST);
    assert_true(numbers.used < numbers.limit);
    assert_false(scratch_write(store, 3 * ALL, STORE_SIZE_LEAST / 4, &error));
    assert_non_null(strstr(error.message, "a quarter of the store's size limit"));
    error_free(&error);
    assert_null(store_failure(store));
    scratch_must_write(store, 3 * ALL, STORE_SIZE_LEAST / 5);
    assert_true(scratch_has(store, 3 * ALL, STORE_SIZE_LEAST / 5));
    store_close(store);
}

// Values of many sizes, so that free space lies in pieces; more is replaced than kept.
static void test_full_all_the_time(void **state)
{
    (void)state;
    enum { TURNS = 400 };
    static uint32_t size_of[100];
    struct store *store = scratch_open(3 << 20);
    uint64_t random = 3;
    unsigned there = 0;
    memset(size_of, 0, sizeof size_of);
    for (int turn = 0; turn < TURNS; turn++) {
        uint32_t number = scratch_random(&random, 100);
        size_of[number] = turn % 7 ? scratch_random(&random, 60000) : scratch_random(&random, 500000);
        scratch_must_write(store, number, size_of[number]);
        assert_true(scratch_has(store, number, size_of[number]));
    }
    for (uint32_t i = 0; i < 100; i++)
        there += scratch_has(store, i, size_of[i]);
    assert_true(there > 10);
    store_close(store);
    // A larger limit is used at once, a smaller one with the next write.
    store = scratch_open(6 << 20);
    for (uint32_t i = 200; i < 220; i++)
        scratch_must_write(store, 3 * i, 60000);
    for (uint32_t i = 200; i < 220; i++)
        assert_true(scratch_has(store, 3 * i, 60000));
    store_close(store);
    store = scratch_open(2 << 20);
    scratch_must_write(store, 0, 100);
    struct store_numbers numbers;
    struct error error = {0};
    assert_true(store_count(store, &numbers, &error));
    assert_true(numbers.used <= 2 << 20);
    assert_true(numbers.file > 2 << 20);
    assert_true(store_compact(store, &error));
    assert_true(store_count(store, &numbers, &error));
    assert_true(numbers.file <= 2 << 20);
    assert_true(scratch_has(store, 0, 100));
    scratch_must_write(store, 1, 100000);
    store_close(store);
    store = scratch_open(2 << 20);
    assert_true(scratch_has(store, 0, 100));
    assert_true(scratch_has(store, 1, 100000));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, scratch_begin),
        cmocka_unit_test_setup(test_replace_and_remove, scratch_begin),
        cmocka_unit_test_setup(test_many_at_once, scratch_begin),
        cmocka_unit_test_setup(test_least_used_go_first, scratch_begin),
        cmocka_unit_test_setup(test_full_all_the_time, scratch_begin),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
