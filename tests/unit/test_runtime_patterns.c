// The runtime library's patterns and parts of paths (src/runtime/patterns.c, path_parts.c) against glibc's.
#include "runtime_host.h"

#include <fnmatch.h>
#include <libgen.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 10 };

static void compare_patterns(const char *letters, int rounds)
{
    RUNTIME(fnmatch);
    char pattern[MOST + 1], text[MOST + 1];
    for (int round = 0; round < rounds; round++) {
        random_text(pattern, MOST, letters);
        random_text(text, 6, "ab/.A-]");
        int flags = (int)random_below(32); // FNM_PATHNAME to FNM_CASEFOLD
        runtime_reset();
        int found = mine_fnmatch(pattern, text, flags);
        if (!runtime_record.unmodelled && found != fnmatch(pattern, text, flags))
            fail_msg("fnmatch(\"%s\", \"%s\", %d) is %d", pattern, text, flags, found);
    }
}

static void test_patterns(void **state)
{
    (void)state;
    compare_patterns("ab*?/.[]!-\\A^", 300000);
    compare_patterns("ab*?/.[]!-:A^", 300000);
    compare_patterns("a*?/.[]?*a.[]", 300000);
}

static void test_classes(void **state)
{
    static const char *const classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                          "lower", "print", "punct", "space", "upper", "xdigit"};
    (void)state;
    RUNTIME(fnmatch);
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        for (int c = 1; c < 128; c++)
            for (int flags = 0; flags <= FNM_CASEFOLD; flags += FNM_CASEFOLD) {
                char pattern[32], text[2] = {(char)c, '\0'};
                snprintf(pattern, sizeof pattern, "[x[:%s:]]", classes[k]);
                if (mine_fnmatch(pattern, text, flags) != fnmatch(pattern, text, flags))
                    fail_msg("fnmatch(\"%s\", \"\\%o\", %d)", pattern, (unsigned)c, flags);
            }
}

// Every path of up to eight characters: the result, where it points, and what is left of the path.
static void compare_parts(char *(*mine)(char *), char *(*theirs)(char *))
{
    enum { LONGEST = 8, LETTERS = 3 };
    for (uint32_t length = 0, count = 1; length <= LONGEST; length++, count *= LETTERS) {
        for (uint32_t k = 0; k < count; k++) {
            char here[LONGEST + 1] = "", there[LONGEST + 1] = "";
            for (uint32_t i = 0, rest = k; i < length; i++, rest /= LETTERS)
                here[i] = there[i] = "/a."[rest % LETTERS];
            const char *own = mine(here), *expected = theirs(there);
            assert_string_equal(own, expected);
            assert_memory_equal(here, there, sizeof here);
            if (expected >= there && expected <= there + LONGEST)
                assert_ptr_equal(own, here + (expected - there));
        }
    }
}

static void test_parts_of_paths(void **state)
{
    (void)state;
    RUNTIME(dirname);
    RUNTIME(__xpg_basename);
    compare_parts(mine_dirname, dirname);
    compare_parts(mine___xpg_basename, __xpg_basename);
    assert_string_equal(mine_dirname(NULL), ".");
    assert_string_equal(mine___xpg_basename(NULL), ".");
}

int main(void)
{
    runtime_load();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_parts_of_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
