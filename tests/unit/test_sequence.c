// Longest common subsequences, against the quadratic algorithm.
#include "base/hash.h"
#include "base/memory.h"
#include "base/sequence.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

enum { MOST = 40 };

static uint32_t longest(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count)
{
    uint32_t table[MOST + 1][MOST + 1] = {{0}};
    for (uint32_t i = 1; i <= a_count; i++)
        for (uint32_t k = 1; k <= b_count; k++) {
            uint32_t best = table[i - 1][k] > table[i][k - 1] ? table[i - 1][k] : table[i][k - 1];
            table[i][k] = a[i - 1] == b[k - 1] ? table[i - 1][k - 1] + 1 : best;
        }
    return table[a_count][b_count];
}

// How many elements have counterparts, which are equal and ascend.
static uint32_t common(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count)
{
    uint32_t *match = memory_alloc(((size_t)a_count + 1) * sizeof *match), next = 0, found = 0;
    sequence_match(a, a_count, b, b_count, match);
    for (uint32_t i = 0; i < a_count; i++) {
        if (match[i] == SEQUENCE_NONE)
            continue;
        assert_true(match[i] >= next && match[i] < b_count);
        assert_true(a[i] == b[match[i]]);
        next = match[i] + 1;
        found++;
    }
    memory_free(match);
    return found;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t a[MOST], b[MOST], seed = 1;
    for (uint32_t run = 0; run < 20000; run++) {
        uint32_t letters = 1 + (uint32_t)(hash_mix(++seed) % 6);
        uint32_t a_count = (uint32_t)(hash_mix(++seed) % (MOST + 1));
        uint32_t b_count = (uint32_t)(hash_mix(++seed) % (MOST + 1));
        for (uint32_t k = 0; k < MOST; k++) {
            a[k] = hash_mix(++seed) % letters;
            b[k] = hash_mix(++seed) % letters;
        }
        assert_int_equal(common(a, a_count, b, b_count), longest(a, a_count, b, b_count));
    }
}

// Beyond the limit the subsequence may be shorter, but it ends, and there is one.
static void test_large(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    uint64_t *a = memory_alloc(COUNT * sizeof *a), *b = memory_alloc(COUNT * sizeof *b);
    for (uint32_t k = 0; k < COUNT; k++) {
        a[k] = k;
        b[k] = k % 3 ? k : COUNT + k;
    }
    assert_int_equal(common(a, COUNT, b, COUNT), COUNT / 3 * 2);
    for (uint32_t k = 0; k < COUNT; k++) {
        a[k] = hash_mix(k + 1) % 50;
        b[k] = hash_mix(k + 7 * COUNT) % 50;
    }
    assert_true(common(a, COUNT, b, COUNT) > COUNT / 10);
    memory_free(a);
    memory_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
