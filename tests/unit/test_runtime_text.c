// The runtime's <string.h>, <ctype.h> and text-to-number functions against glibc's, on random texts.
#include "runtime_host.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

enum { ROUNDS = 4000, SIZE = 24 };
static const char letters[] = "aAbB. -";

int __xpg_strerror_r(int number, char *buffer, size_t size);

static int *runtime_errno(void)
{
    return ((int *(*)(void))(uintptr_t)runtime_symbol("__errno_location"))();
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

// Where a result points, relative to its text; -1 for NULL.
static ptrdiff_t place(const void *result, const void *text)
{
    return result ? (const char *)result - (const char *)text : -1;
}

static void test_lengths_and_searches(void **state)
{
    (void)state;
    RUNTIME(strlen);
    RUNTIME(strnlen);
    RUNTIME(strrchr);
    RUNTIME(strchrnul);
    RUNTIME(memchr);
    RUNTIME(memrchr);
    RUNTIME(memmem);
    RUNTIME(strcasestr);
    RUNTIME(strspn);
    RUNTIME(strcspn);
    RUNTIME(strpbrk);
    char *(*mine_strchr)(const char *, int) =
        (char *(*)(const char *, int))(uintptr_t)runtime_symbol("strchr");
    char *(*mine_strstr)(const char *, const char *) =
        (char *(*)(const char *, const char *))(uintptr_t)runtime_symbol("strstr");
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE + 1], part[4];
        random_text(text, SIZE, letters);
        random_text(part, 3, letters);
        int c = random_below(5) ? random_character(letters) : 0;
        size_t count = random_below(SIZE + 1), length = strlen(text);
        size_t within = count < length ? count : length;
        assert_int_equal(mine_strlen(text), length);
        assert_int_equal(mine_strnlen(text, count), strnlen(text, count));
        assert_int_equal(place(mine_strchr(text, c), text), place(strchr(text, c), text));
        assert_int_equal(place(mine_strrchr(text, c), text), place(strrchr(text, c), text));
        assert_int_equal(place(mine_strchrnul(text, c), text), place(strchrnul(text, c), text));
        assert_int_equal(place(mine_memchr(text, c, within), text), place(memchr(text, c, within), text));
        assert_int_equal(place(mine_memrchr(text, c, within), text), place(memrchr(text, c, within), text));
        assert_int_equal(place(mine_memmem(text, within, part, strlen(part)), text),
                         place(memmem(text, within, part, strlen(part)), text));
        assert_int_equal(place(mine_strstr(text, part), text), place(strstr(text, part), text));
        assert_int_equal(place(mine_strcasestr(text, part), text), place(strcasestr(text, part), text));
        assert_int_equal(mine_strspn(text, part), strspn(text, part));
        assert_int_equal(mine_strcspn(text, part), strcspn(text, part));
        assert_int_equal(place(mine_strpbrk(text, part), text), place(strpbrk(text, part), text));
    }
}

static void test_comparisons(void **state)
{
    (void)state;
    RUNTIME(strcmp);
    RUNTIME(strncmp);
    RUNTIME(strcasecmp);
    RUNTIME(strncasecmp);
    RUNTIME(strcoll);
    RUNTIME(memcmp);
    for (int round = 0; round < ROUNDS; round++) {
        char left[7] = {0}, right[7] = {0};
        random_text(left, 6, "aAb\xff");
        random_text(right, 6, "aAb\xff");
        size_t count = random_below(7);
        assert_int_equal(sign(mine_strcmp(left, right)), sign(strcmp(left, right)));
        assert_int_equal(sign(mine_strncmp(left, right, count)), sign(strncmp(left, right, count)));
        assert_int_equal(sign(mine_strcasecmp(left, right)), sign(strcasecmp(left, right)));
        assert_int_equal(sign(mine_strncasecmp(left, right, count)), sign(strncasecmp(left, right, count)));
        assert_int_equal(sign(mine_strcoll(left, right)), sign(strcmp(left, right)));
        assert_int_equal(sign(mine_memcmp(left, right, count)), sign(memcmp(left, right, count)));
    }
}

// Runs `call` with the runtime's function and with glibc's on equal buffers; both results and buffers must
// agree.
#define COMPARE_COPY(name, ...)                                                                              \
    do {                                                                                                     \
        char mine[4 * SIZE], theirs[4 * SIZE], *to;                                                          \
        memset(mine, 'x', sizeof mine);                                                                      \
        memcpy(mine, before, sizeof before);                                                                 \
        memcpy(theirs, mine, sizeof mine);                                                                   \
        to = mine;                                                                                           \
        intptr_t mine_result = (intptr_t)mine_##name(__VA_ARGS__);                                           \
        to = theirs;                                                                                         \
        intptr_t their_result = (intptr_t)name(__VA_ARGS__);                                                 \
        assert_memory_equal(mine, theirs, sizeof mine);                                                      \
        assert_int_equal(mine_result ? mine_result - (intptr_t)mine : -1,                                    \
                         their_result ? their_result - (intptr_t)theirs : -1);                               \
    } while (0)

static void test_copies(void **state)
{
    (void)state;
    RUNTIME(strcpy);
    RUNTIME(stpcpy);
    RUNTIME(strncpy);
    RUNTIME(stpncpy);
    RUNTIME(strcat);
    RUNTIME(strncat);
    RUNTIME(mempcpy);
    RUNTIME(memccpy);
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE + 2] = {0}, before[SIZE + 2] = {0};
        random_text(text, SIZE, letters);
        random_text(before, SIZE, letters);
        size_t count = random_below(SIZE + 2);
        COMPARE_COPY(strcpy, to, text);
        COMPARE_COPY(stpcpy, to, text);
        COMPARE_COPY(strncpy, to, text, count);
        COMPARE_COPY(stpncpy, to, text, count);
        COMPARE_COPY(strcat, to, text);
        COMPARE_COPY(strncat, to, text, count);
        COMPARE_COPY(mempcpy, to, text, count);
        COMPARE_COPY(memccpy, to, text, text[1], count);
    }
}

// glibc 2.36 has no strlcpy: checked against what it is defined to do.
static void test_bounded_copies(void **state)
{
    (void)state;
    size_t (*copy)(char *, const char *, size_t) = runtime_symbol("strlcpy");
    size_t (*append)(char *, const char *, size_t) = runtime_symbol("strlcat");
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE + 1], before[SIZE + 1], mine[2 * SIZE + 1], expected[2 * SIZE + 1];
        random_text(text, SIZE, letters);
        random_text(before, SIZE, letters);
        size_t size = random_below(SIZE + 8);
        memset(mine, 'x', sizeof mine);
        memset(expected, 'x', sizeof expected);
        snprintf(expected, size, "%s", text);
        assert_int_equal(copy(mine, text, size), strlen(text));
        assert_memory_equal(mine, expected, sizeof mine);
        strcpy(mine, before);
        strcpy(expected, before);
        size_t start = strnlen(before, size);
        snprintf(expected + start, size - start, "%s", text);
        assert_int_equal(append(mine, text, size), start + strlen(text));
        assert_string_equal(mine, expected);
    }
}

static void test_tokens(void **state)
{
    (void)state;
    RUNTIME(strtok);
    RUNTIME(strtok_r);
    RUNTIME(strsep);
    for (int round = 0; round < ROUNDS; round++) {
        char text[SIZE + 1], mine[SIZE + 1], theirs[SIZE + 1], again[SIZE + 1], *saved = NULL;
        random_text(text, SIZE, "ab,;");
        strcpy(mine, text);
        strcpy(theirs, text);
        strcpy(again, text);
        char *a = mine, *b = theirs, *c = again, *token;
        do {
            token = strtok(b, ",;");
            assert_int_equal(place(mine_strtok(a, ",;"), mine), place(token, theirs));
            assert_int_equal(place(mine_strtok_r(c, ",;", &saved), again), place(token, theirs));
            a = b = c = NULL;
        } while (token);
        assert_memory_equal(mine, theirs, strlen(text));
        strcpy(mine, text);
        strcpy(theirs, text);
        a = mine;
        b = theirs;
        do {
            token = strsep(&b, ",;");
            assert_int_equal(place(mine_strsep(&a, ",;"), mine), place(token, theirs));
        } while (token);
        assert_memory_equal(mine, theirs, strlen(text));
    }
}

static void test_messages(void **state)
{
    (void)state;
    RUNTIME(strerror);
    RUNTIME(strsignal);
    RUNTIME(strerror_r);
    RUNTIME(__xpg_strerror_r);
    for (int number = -2; number < 140; number++) {
        assert_string_equal(mine_strerror(number), strerror(number));
        assert_string_equal(mine_strsignal(number), strsignal(number));
        char mine[20] = {0}, theirs[20] = {0};
        assert_string_equal(mine_strerror_r(number, mine, sizeof mine),
                            strerror_r(number, theirs, sizeof theirs));
        assert_int_equal(mine___xpg_strerror_r(number, mine, sizeof mine),
                         __xpg_strerror_r(number, theirs, sizeof theirs));
        assert_string_equal(mine, theirs);
    }
}

static void test_characters(void **state)
{
    (void)state;
#define CHARACTER_FUNCTIONS(X)                                                                               \
    X(isalnum)                                                                                               \
    X(isalpha)                                                                                               \
    X(isblank)                                                                                               \
    X(iscntrl)                                                                                               \
    X(isdigit)                                                                                               \
    X(isgraph)                                                                                               \
    X(islower)                                                                                               \
    X(isprint)                                                                                               \
    X(ispunct)                                                                                               \
    X(isspace)                                                                                               \
    X(isupper)                                                                                               \
    X(isxdigit)
#define COMPARE(name)                                                                                        \
    {                                                                                                        \
        int (*mine)(int) = (int (*)(int))(uintptr_t)runtime_symbol(#name);                                   \
        for (int c = EOF; c < 256; c++)                                                                      \
            assert_int_equal(!mine(c), !name(c));                                                            \
    }
    CHARACTER_FUNCTIONS(COMPARE)
    int (*lower)(int) = (int (*)(int))(uintptr_t)runtime_symbol("tolower");
    int (*upper)(int) = (int (*)(int))(uintptr_t)runtime_symbol("toupper");
    RUNTIME(__ctype_b_loc);
    RUNTIME(__ctype_tolower_loc);
    RUNTIME(__ctype_toupper_loc);
    for (int c = -128; c < 256; c++) {
        assert_int_equal((*mine___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
        assert_int_equal((*mine___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
        assert_int_equal((*mine___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
        if (c >= EOF) {
            assert_int_equal(lower(c), tolower(c));
            assert_int_equal(upper(c), toupper(c));
        }
    }
}

// A text that is nearly a number.
static void random_number(char *text, bool floating)
{
    static const char *const integers[] = {"0",
                                           "0x",
                                           "0X",
                                           "",
                                           "1",
                                           "9223372036854775807",
                                           "2147483647",
                                           "18446744073709551615",
                                           "4294967295",
                                           "zz",
                                           "0x7fffffffffffffff"};
    static const char *const floats[] = {
        "0",        "0x",    "",    "1.",      ".5",    "1e",       "inf",
        "infinity", "infin", "nan", "nan(a1)", "1e308", "4.9e-324", "2.2250738585072014e-308",
        "16777217", "0x1.",  "e",   "."};
    const char *core = floating ? floats[random_below(sizeof floats / sizeof *floats)]
                                : integers[random_below(sizeof integers / sizeof *integers)];
    char before[3], after[8];
    random_text(before, 2, " +-\t");
    random_text(after, random_below(2) ? 1 : 7, floating ? "0123456789.eE+-xp" : "0123456789abxz");
    sprintf(text, "%s%s%s", before, core, after);
}

static void test_integers(void **state)
{
    (void)state;
#define INTEGER_PARSERS(X)                                                                                   \
    X(strtol)                                                                                                \
    X(strtoul)                                                                                               \
    X(strtoll)                                                                                               \
    X(strtoull)                                                                                              \
    X(strtoimax)                                                                                             \
    X(strtoumax)
#define DECLARE(name) RUNTIME(name);
    INTEGER_PARSERS(DECLARE)
    RUNTIME(atoi);
    RUNTIME(atol);
    RUNTIME(atoll);
    int *mine_errno = runtime_errno();
    static const int bases[] = {0, 10, 16, 8, 2, 36, 1, -1, 37};
    for (int round = 0; round < 3 * ROUNDS; round++) {
        char text[64], *mine_end, *their_end;
        random_number(text, false);
        int base = bases[random_below(sizeof bases / sizeof *bases)];
#define COMPARE_PARSER(name)                                                                                 \
    {                                                                                                        \
        errno = *mine_errno = 0;                                                                             \
        mine_end = their_end = text + 1;                                                                     \
        assert_int_equal(mine_##name(text, &mine_end, base), name(text, &their_end, base));                  \
        assert_int_equal(*mine_errno, errno);                                                                \
        if (errno != EINVAL)                                                                                 \
            assert_ptr_equal(mine_end, their_end);                                                           \
    }
        INTEGER_PARSERS(COMPARE_PARSER)
        assert_int_equal(mine_atoi(text), atoi(text));
        assert_int_equal(mine_atol(text), atol(text));
        assert_int_equal(mine_atoll(text), atoll(text));
    }
}

static void test_floats(void **state)
{
    (void)state;
    RUNTIME(strtod);
    RUNTIME(strtof);
    RUNTIME(strtold);
    RUNTIME(atof);
    int *mine_errno = runtime_errno();
    for (int round = 0; round < 3 * ROUNDS; round++) {
        char text[64], *mine_end, *their_end;
        random_number(text, true);
        errno = *mine_errno = 0;
        double mine = mine_strtod(text, &mine_end), theirs = strtod(text, &their_end);
        if (*mine_errno != errno || mine_end != their_end)
            print_message("strtod \"%s\"\n", text);
        assert_int_equal(*mine_errno, errno);
        assert_ptr_equal(mine_end, their_end);
        assert_memory_equal(&mine, &theirs, sizeof mine);
        errno = *mine_errno = 0;
        runtime_reset();
        float mine_float = mine_strtof(text, &mine_end), their_float = strtof(text, &their_end);
        if (!runtime_record.unmodelled) {
            assert_memory_equal(&mine_float, &their_float, sizeof mine_float);
            assert_int_equal(*mine_errno, errno);
        }
        runtime_reset();
        long double mine_long = mine_strtold(text, NULL), their_long = strtold(text, NULL);
        if (!runtime_record.unmodelled)
            assert_memory_equal(&mine_long, &their_long, 10);
        assert_true(mine_atof(text) == atof(text) || theirs != theirs);
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
        cmocka_unit_test(test_lengths_and_searches),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_bounded_copies),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
