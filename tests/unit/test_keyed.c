// Records by key: what was added is found as it was left, however many there are.
#include "base/keyed.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#define COUNT 5000u

struct record {
    uint64_t key;
    uint32_t value, more;
};

static uint64_t key_of(uint32_t number)
{
    return (uint64_t)number * 0x100000001u + 1;
}

static void test_records(void **state)
{
    (void)state;
    struct keyed table = {0};
    assert_null(keyed_find(&table, sizeof(struct record), key_of(0)));
    for (uint32_t n = 0; n < COUNT; n++) {
        assert_null(keyed_find(&table, sizeof(struct record), key_of(n)));
        struct record *added = keyed_add(&table, sizeof *added, key_of(n));
        assert_true(added->key == key_of(n) && added->value == 0 && added->more == 0);
        added->value = n;
        added->more = ~n;
        assert_ptr_equal(keyed_add(&table, sizeof *added, key_of(n)), added);
        assert_int_equal(table.count, n + 1);
    }
    for (uint32_t n = 0; n < COUNT; n++) {
        const struct record *found = keyed_find(&table, sizeof *found, key_of(n));
        assert_non_null(found);
        assert_true(found->value == n && found->more == ~n);
    }
    keyed_free(&table);
    assert_int_equal(memory_live_blocks(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
