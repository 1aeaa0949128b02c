// The runtime library's regular expressions (src/runtime/regex*.c) against glibc's, on random patterns and
// texts.
#include "runtime_host.h"

#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 12, GROUPS = 6, ROUNDS = 3000, PLENTY = 40 };

struct expression {
    const char *pattern, *text;
    int flags, how; // of regcomp, of regexec
};

static void compare_matches(const struct expression *e, const regex_t *own, const regex_t *theirs)
{
    RUNTIME(regexec);
    regmatch_t mine[GROUPS], other[GROUPS];
    memset(mine, 0, sizeof mine);
    memset(other, 0, sizeof other);
    int result = mine_regexec(own, e->text, GROUPS, mine, e->how);
    int expected = regexec(theirs, e->text, GROUPS, other, e->how);
    if (result != expected)
        fail_msg("regexec of \"%s\" (%d) on \"%s\" (%d) is %d, not %d", e->pattern, e->flags, e->text, e->how,
                 result, expected);
    for (int k = 0; k < GROUPS && !result && !runtime_record.unmodelled; k++)
        if (mine[k].rm_so != other[k].rm_so || mine[k].rm_eo != other[k].rm_eo)
            fail_msg("regexec of \"%s\" (%d) on \"%s\" (%d): group %d is %d to %d, not %d to %d", e->pattern,
                     e->flags, e->text, e->how, k, (int)mine[k].rm_so, (int)mine[k].rm_eo,
                     (int)other[k].rm_so, (int)other[k].rm_eo);
}

// Returns whether both matched.
static bool compare(const struct expression *e)
{
    RUNTIME(regcomp);
    RUNTIME(regfree);
    regex_t own, theirs;
    runtime_reset();
    int result = mine_regcomp(&own, e->pattern, e->flags), expected = regcomp(&theirs, e->pattern, e->flags);
    bool comparable = !runtime_record.unmodelled;
    if (comparable && result != expected)
        fail_msg("regcomp(\"%s\", %d) is %d, not %d", e->pattern, e->flags, result, expected);
    if (comparable && !result && own.re_nsub != theirs.re_nsub)
        fail_msg("regcomp(\"%s\", %d): %zu groups, not %zu", e->pattern, e->flags, own.re_nsub,
                 theirs.re_nsub);
    if (comparable && !result)
        compare_matches(e, &own, &theirs);
    mine_regfree(&own); // also where there was an error
    if (!expected)
        regfree(&theirs);
    return comparable && !result;
}

static void compare_random(const char *letters, const char *text_letters)
{
    char pattern[MOST + 1], text[MOST + 1];
    unsigned compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        random_text(pattern, MOST, letters);
        random_text(text, 8, text_letters);
        compared += compare(&(struct expression){pattern, text, (int)random_below(16), (int)random_below(4)});
    }
    assert_true(compared > PLENTY);
}

static void test_random(void **state)
{
    (void)state;
    compare_random("ab(|)*", "ab");
    compare_random("a(b|ab)?*", "ab");
    compare_random("ab^$\\|()[].*+?{}1,-", "ab1");
    compare_random("ab()|*+?", "ab");
    compare_random("ab\\(\\)\\|*", "ab");
    compare_random("aB[]^-:.=c", "ABabc-:");
    compare_random("a\\wWsSbB<>`'* \n.^$", "a ab\n");
    compare_random("a{}{}1,2()b", "aaab");
}

// An expression over two letters that is well formed.
static void print_expression(char *out, size_t room, unsigned depth)
{
    char one[200] = "", other[200] = "";
    static const char *const repeats[] = {"*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}"};
    uint32_t kind = depth ? random_below(6) : 0;
    if (kind)
        print_expression(one, sizeof one, depth - 1);
    if (kind == 1 || kind == 2 || kind == 3)
        print_expression(other, sizeof other, depth - 1);
    switch (kind) {
    case 0: snprintf(out, room, "%s", random_below(2) ? "a" : "b"); break;
    case 1:
    case 2: snprintf(out, room, "%s%s", one, other); break;
    case 3: snprintf(out, room, "(%s|%s)", one, other); break;
    case 4:
        snprintf(out, room, "(%s)%s", one, repeats[random_below(sizeof repeats / sizeof *repeats)]);
        break;
    default: snprintf(out, room, "(%s)", one); break;
    }
}

static void test_groups(void **state)
{
    (void)state;
    char pattern[400], text[12];
    unsigned compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        print_expression(pattern, sizeof pattern, 4);
        random_text(text, sizeof text - 1, "ab");
        compared += compare(&(struct expression){pattern, text, REG_EXTENDED, 0});
    }
    assert_true(compared > ROUNDS / 2);
}

// Patterns as programs have them.
static void test_common(void **state)
{
    static const char *const patterns[] = {"^([^=[:space:]]+)[[:space:]]*=[[:space:]]*(.*)$",
                                           "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?",
                                           "^[0-9]{1,3}(\\.[0-9]{1,3}){3}$",
                                           "(foo|foobar)(bar)?baz",
                                           "^[[:alpha:]_][[:alnum:]_]*$",
                                           "\\<end\\>",
                                           "[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?",
                                           "(^|,)([^,]*)(,|$)"};
    static const char *const texts[] = {"name = value and more",
                                        "http://host.example/path?query#part",
                                        "127.0.0.1",
                                        "xfoobarbaz",
                                        "an_identifier9",
                                        "the end, and no ending",
                                        "-12.50e+3 x",
                                        "one,two",
                                        "",
                                        "a\nb=c\n"};
    (void)state;
    unsigned compared = 0;
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            for (int flags = REG_EXTENDED; flags < 8; flags += 2)
                compared += compare(&(struct expression){patterns[p], texts[t], flags, 0});
    assert_int_equal(compared, sizeof patterns / sizeof *patterns * (sizeof texts / sizeof *texts) * 4);
}

static void test_parts_of_texts(void **state)
{
    (void)state;
    RUNTIME(regcomp);
    RUNTIME(regexec);
    RUNTIME(regfree);
    regex_t own, theirs;
    assert_int_equal(mine_regcomp(&own, "^a|b*", REG_EXTENDED), 0);
    assert_int_equal(regcomp(&theirs, "^a|b*", REG_EXTENDED), 0);
    for (int begin = 0; begin <= 6; begin++)
        for (int end = begin; end <= 6; end++) {
            regmatch_t mine = {begin, end}, other = mine;
            assert_int_equal(mine_regexec(&own, "abbabb", 1, &mine, REG_STARTEND),
                             regexec(&theirs, "abbabb", 1, &other, REG_STARTEND));
            assert_int_equal(mine.rm_so, other.rm_so);
            assert_int_equal(mine.rm_eo, other.rm_eo);
        }
    mine_regfree(&own);
    regfree(&theirs);
}

static void test_errors(void **state)
{
    (void)state;
    RUNTIME(regerror);
    for (int error = 0; error <= REG_ERPAREN; error++)
        for (size_t room = 0; room < 40; room++) {
            char own[40] = "", theirs[40] = "";
            assert_int_equal(mine_regerror(error, NULL, own, room), regerror(error, NULL, theirs, room));
            assert_memory_equal(own, theirs, sizeof own);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),         cmocka_unit_test(test_groups), cmocka_unit_test(test_common),
        cmocka_unit_test(test_parts_of_texts), cmocka_unit_test(test_errors),
    };
    runtime_load();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
