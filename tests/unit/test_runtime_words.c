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
#include <time.h>
#include <wchar.h>
#include <wctype.h>

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

static void widen(wchar_t *to, const char *from)
{
    while ((*to++ = (unsigned char)*from++))
        ;
}

static void test_multibyte(void **state)
{
    (void)state;
    RUNTIME(mbrtowc);
    RUNTIME(mbsrtowcs);
    RUNTIME(wcsrtombs);
    RUNTIME(mbsnrtowcs);
    RUNTIME(wcsnrtombs);
    RUNTIME(wcswidth);
    for (int round = 0; round < ROUNDS; round++) {
        char text[12];
        wchar_t wide[12], mine[12] = {0}, theirs[12] = {0};
        char mine_bytes[12] = {0}, their_bytes[12] = {0};
        random_text(text, sizeof text - 1, "ab 1\n~");
        widen(wide, text);
        size_t count = random_below(12), most = random_below(12);
        bool counts_only = random_below(4) == 0;
        const char *mine_from = text, *their_from = text;
        const wchar_t *mine_wide = wide, *their_wide = wide;
        mbstate_t mine_state = {0}, their_state = {0};
        assert_int_equal(mine_mbrtowc(&mine[0], text, count, &mine_state),
                         mbrtowc(&theirs[0], text, count, &their_state));
        assert_int_equal(mine_mbsrtowcs(counts_only ? NULL : mine, &mine_from, count, &mine_state),
                         mbsrtowcs(counts_only ? NULL : theirs, &their_from, count, &their_state));
        assert_ptr_equal(mine_from, their_from);
        assert_int_equal(mine_wcsrtombs(counts_only ? NULL : mine_bytes, &mine_wide, count, &mine_state),
                         wcsrtombs(counts_only ? NULL : their_bytes, &their_wide, count, &their_state));
        assert_ptr_equal(mine_wide, their_wide);
        mine_from = their_from = text;
        mine_wide = their_wide = wide;
        assert_int_equal(mine_mbsnrtowcs(counts_only ? NULL : mine, &mine_from, most, count, &mine_state),
                         mbsnrtowcs(counts_only ? NULL : theirs, &their_from, most, count, &their_state));
        assert_ptr_equal(mine_from, their_from);
        assert_int_equal(
            mine_wcsnrtombs(counts_only ? NULL : mine_bytes, &mine_wide, most, count, &mine_state),
            wcsnrtombs(counts_only ? NULL : their_bytes, &their_wide, most, count, &their_state));
        assert_ptr_equal(mine_wide, their_wide);
        assert_memory_equal(mine, theirs, sizeof mine);
        assert_memory_equal(mine_bytes, their_bytes, sizeof mine_bytes);
        assert_int_equal(mine_wcswidth(wide, count), wcswidth(wide, count));
    }
}

static void test_wide_numbers(void **state)
{
    (void)state;
    RUNTIME(wcstol);
    RUNTIME(wcstoull);
    RUNTIME(wcstod);
    for (int round = 0; round < ROUNDS; round++) {
        char text[16];
        wchar_t wide[16], *mine, *theirs;
        random_text(text, sizeof text - 1, " +-0123456789xabfe.p");
        widen(wide, text);
        if (random_below(8) == 0)
            wide[random_below((uint32_t)wcslen(wide) + 1)] = L'\u20ac';
        wide[15] = 0;
        int base = (int)random_below(37);
        base = base == 1 ? 10 : base;
        assert_int_equal(mine_wcstol(wide, &mine, base), wcstol(wide, &theirs, base));
        assert_ptr_equal(mine, theirs);
        assert_int_equal(mine_wcstoull(wide, &mine, base), wcstoull(wide, &theirs, base));
        assert_ptr_equal(mine, theirs);
        double a = mine_wcstod(wide, &mine), b = wcstod(wide, &theirs);
        assert_memory_equal(&a, &b, sizeof a);
        assert_ptr_equal(mine, theirs);
    }
}

static void test_dates(void **state)
{
    (void)state;
    RUNTIME(strptime);
    static const char *const fields[] = {"%a", "%A", "%b", "%B", "%c", "%d", "%D", "%e", "%F",
                                         "%H", "%I", "%j", "%m", "%M", "%n", "%p", "%r", "%R",
                                         "%S", "%T", "%u", "%w", "%x", "%X", "%y", "%Y", "%%",
                                         "-",  " ",  "x",  "%C", "%s", "%z", "%k", "%l", "%h"};
    int matched = 0;
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int round = 0; round < 10 * ROUNDS; round++) {
        char format[24] = "", text[200];
        for (uint32_t count = 1 + random_below(5); count; count--)
            strcat(strcat(format, fields[random_below(sizeof fields / sizeof *fields)]),
                   random_below(2) ? " " : "");
        time_t moment = (time_t)(random_bits() % 4000000000u) - 1000000000;
        struct tm date, mine, theirs;
        gmtime_r(&moment, &date);
        size_t length = strftime(text, sizeof text, format, &date);
        if (length && random_below(3) == 0)
            text[random_below((uint32_t)length)] = random_character("0129 :-aMp");
        // Fields that were not read are as before; what was read before a failure is open.
        mine = theirs = (struct tm){.tm_mday = 3, .tm_mon = (int)random_below(13), .tm_year = 100};
        mine.tm_mon = theirs.tm_mon;
        runtime_reset();
        const char *end = strptime(text, format, &theirs), *mine_end = mine_strptime(text, format, &mine);
        if (mine_end != end)
            fail_msg("strptime(\"%s\", \"%s\")", text, format);
        matched += end != NULL;
        bool same = mine.tm_sec == theirs.tm_sec && mine.tm_min == theirs.tm_min &&
                    mine.tm_hour == theirs.tm_hour && mine.tm_mday == theirs.tm_mday &&
                    mine.tm_mon == theirs.tm_mon && mine.tm_year == theirs.tm_year &&
                    mine.tm_wday == theirs.tm_wday && mine.tm_yday == theirs.tm_yday &&
                    mine.tm_gmtoff == theirs.tm_gmtoff;
        if (end && !same && theirs.tm_year > -1900 && !runtime_record.unmodelled)
            fail_msg("fields of strptime(\"%s\", \"%s\"): %d %d %d, %d %d %d", text, format, mine.tm_year,
                     mine.tm_wday, mine.tm_yday, theirs.tm_year, theirs.tm_wday, theirs.tm_yday);
    }
    assert_true(matched > ROUNDS);
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
        cmocka_unit_test(test_multibyte),      cmocka_unit_test(test_wide_numbers),
        cmocka_unit_test(test_dates),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
