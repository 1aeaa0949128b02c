// Smaller functions on texts, and what the locale says, of the runtime library against glibc's.
#include "runtime_host.h"

#include <langinfo.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 20000 };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void test_versions(void **state)
{
    (void)state;
    RUNTIME(strverscmp);
    for (int round = 0; round < 10 * ROUNDS; round++) {
        char left[12], right[12];
        random_text(left, sizeof left - 1, "0019a.");
        random_text(right, sizeof right - 1, "0019a.");
        size_t same = random_below((uint32_t)sizeof left);
        if (same <= strlen(left) && same <= strlen(right))
            memcpy(right, left, same);
        if (sign(mine_strverscmp(left, right)) != sign(strverscmp(left, right)))
            fail_msg("strverscmp(\"%s\", \"%s\")", left, right);
    }
}

static void test_suboptions(void **state)
{
    (void)state;
    RUNTIME(getsubopt);
    char ro[] = "ro", rw[] = "rw", name[] = "name";
    char *const tokens[] = {ro, rw, name, NULL};
    for (int round = 0; round < ROUNDS; round++) {
        char mine[24] = {0}, theirs[24] = {0}, *mine_at = mine, *their_at = theirs;
        random_text(mine, sizeof mine - 1, "rwo,=name");
        if (round % 2)
            snprintf(mine, sizeof mine, "%s=%d,%s,ro", tokens[random_below(3)], (int)random_below(9),
                     tokens[random_below(3)]);
        memcpy(theirs, mine, sizeof mine);
        int expected;
        do {
            char *mine_value = NULL, *their_value = NULL;
            expected = getsubopt(&their_at, tokens, &their_value);
            assert_int_equal(mine_getsubopt(&mine_at, tokens, &mine_value), expected);
            assert_int_equal(mine_at - mine, their_at - theirs);
            assert_int_equal(!mine_value, !their_value);
            if (their_value)
                assert_string_equal(mine_value, their_value);
        } while (*their_at);
        assert_memory_equal(mine, theirs, sizeof mine);
    }
}

static void test_letters(void **state)
{
    (void)state;
    RUNTIME(a64l);
    RUNTIME(l64a);
    for (int round = 0; round < ROUNDS; round++) {
        long number = (long)(int32_t)(random_bits() >> random_below(64));
        assert_string_equal(mine_l64a(number), l64a(number));
        char text[9];
        random_text(text, sizeof text - 1, "./09AZaz-");
        assert_int_equal(mine_a64l(text), a64l(text));
    }
}

static void test_locale(void **state)
{
    (void)state;
    RUNTIME(nl_langinfo);
    RUNTIME(localeconv);
    static const nl_item others[] = {CODESET, RADIXCHAR, THOUSEP, YESEXPR, NOEXPR, CRNCYSTR};
    for (nl_item item = ABDAY_1; item <= T_FMT_AMPM; item++)
        assert_string_equal(mine_nl_langinfo(item), nl_langinfo(item));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_equal(mine_nl_langinfo(others[i]), nl_langinfo(others[i]));
    const struct lconv *mine = mine_localeconv(), *theirs = localeconv();
    assert_string_equal(mine->decimal_point, theirs->decimal_point);
    assert_string_equal(mine->negative_sign, theirs->negative_sign);
    assert_memory_equal(&mine->int_frac_digits, &theirs->int_frac_digits, 14);
}

static void test_own_generators(void **state)
{
    (void)state;
    RUNTIME(initstate_r);
    RUNTIME(setstate_r);
    RUNTIME(srandom_r);
    RUNTIME(random_r);
    RUNTIME(srand48_r);
    RUNTIME(drand48_r);
    RUNTIME(jrand48_r);
    for (int round = 0; round < 200; round++) {
        _Alignas(8) char mine_words[2][300] = {{0}}, their_words[2][300] = {{0}};
        struct random_data mine = {0}, theirs = {0};
        struct drand48_data mine_48 = {0}, theirs_48 = {0};
        unsigned seed = random_below(1000);
        size_t size = random_below(300);
        int result = initstate_r(seed, their_words[0], size, &theirs);
        assert_int_equal(mine_initstate_r(seed, mine_words[0], size, &mine), result);
        if (result)
            continue;
        mine_srand48_r(seed, &mine_48);
        srand48_r(seed, &theirs_48);
        for (int step = 0; step < 100; step++) {
            int32_t a, b;
            double c, d;
            long e, f;
            unsigned short mine_state[3] = {1, 2, (unsigned short)step},
                           their_state[3] = {1, 2, (unsigned short)step};
            if (step == 20) {
                mine_initstate_r(seed + 1, mine_words[1], 128, &mine);
                initstate_r(seed + 1, their_words[1], 128, &theirs);
            } else if (step == 30) {
                assert_int_equal(mine_setstate_r(mine_words[0], &mine), setstate_r(their_words[0], &theirs));
            } else if (step == 60) {
                assert_int_equal(mine_srandom_r(seed / 2, &mine), srandom_r(seed / 2, &theirs));
            }
            mine_random_r(&mine, &a);
            random_r(&theirs, &b);
            assert_int_equal(a, b);
            mine_drand48_r(&mine_48, &c);
            drand48_r(&theirs_48, &d);
            assert_true(c == d);
            mine_jrand48_r(mine_state, &mine_48, &e);
            jrand48_r(their_state, &theirs_48, &f);
            assert_int_equal(e, f);
        }
    }
}

static void test_digits(void **state)
{
    (void)state;
    RUNTIME(gcvt);
    for (int round = 0; round < ROUNDS; round++) {
        char mine[64], theirs[64];
        double value = (double)random_bits() / (double)(1 + random_bits() % 100000);
        int digits = 1 + (int)random_below(20);
        assert_string_equal(mine_gcvt(value, digits, mine), gcvt(value, digits, theirs));
    }
}

static int load(void **state)
{
    (void)state;
    runtime_load();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),       cmocka_unit_test(test_suboptions),
        cmocka_unit_test(test_letters),        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_own_generators), cmocka_unit_test(test_digits),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
