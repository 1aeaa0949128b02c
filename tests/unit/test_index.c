// The index: numbers with equal hashes, growth, and taking out what was added last, as sets of what is left.
#include "base/index.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#define COUNT 5000u

// Few different hashes, many of which fall on neighbouring slots.
static uint64_t hash_of(uint32_t number)
{
    return number % 97 * 3 + (uint64_t)(number % 7) * 0x100000000u;
}

static uint32_t times_found(const struct index *index, uint32_t number)
{
    uint32_t found = 0;
    for (uint32_t at = index_begin(hash_of(number)), n;
         (n = index_next(index, hash_of(number), &at)) != INDEX_NONE;)
        found += n == number;
    return found;
}

static void test_numbers(void **state)
{
    (void)state;
    struct index index = {0};
    assert_int_equal(times_found(&index, 0), 0);
    for (uint32_t n = 0; n < COUNT; n++) {
        index_add(&index, hash_of(n), n);
        assert_int_equal(times_found(&index, n), 1);
    }
    for (uint32_t left = COUNT; left-- > 0;) {
        index_remove_last(&index, hash_of(left), left);
        assert_int_equal(times_found(&index, left), 0);
        assert_int_equal(index.used, left);
        if (left)
            assert_int_equal(times_found(&index, left / 2), 1);
    }
    for (uint32_t slot = 0; slot < index.size; slot++)
        assert_int_equal(index.slots[slot].number, 0);
    index_free(&index);
    assert_int_equal(memory_live_blocks(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
