// The runtime's printf and scanf families against glibc's, on random formats and arguments.
#include "runtime_host.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 20000, SIZE = 1024 };

static int (*mine_snprintf)(char *, size_t, const char *, ...);
static int (*mine_sscanf)(const char *, const char *, ...);

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#pragma GCC diagnostic ignored "-Wformat-extra-args"

// Both format the same arguments into buffers of one size.
#define COMPARE(format, ...)                                                                                 \
    do {                                                                                                     \
        char mine[SIZE], theirs[SIZE];                                                                       \
        memset(mine, 'x', SIZE);                                                                             \
        memset(theirs, 'x', SIZE);                                                                           \
        size_t size = random_below(10) ? SIZE : random_below(30);                                            \
        int mine_length = mine_snprintf(mine, size, format, __VA_ARGS__);                                    \
        int their_length = snprintf(theirs, size, format, __VA_ARGS__);                                      \
        if (mine_length != their_length || memcmp(mine, theirs, SIZE) != 0)                                  \
            print_message("format \"%s\" size %zu: \"%.200s\" expected \"%.200s\"\n", format, size, mine,    \
                          theirs);                                                                           \
        assert_int_equal(mine_length, their_length);                                                         \
        assert_memory_equal(mine, theirs, SIZE);                                                             \
    } while (0)

// A conversion with random flags, width and precision, between random literal text.
static void random_format(char *format, const char *length, char letter)
{
    char flags[5], width[8] = "", precision[8] = "";
    random_text(flags, 4, "-+ #0");
    if (random_below(2))
        sprintf(width, "%u", random_below(25) + 1);
    if (random_below(2))
        sprintf(precision, random_below(4) ? ".%u" : ".", random_below(25));
    sprintf(format, "a%%%s%s%s%s%c|%%%%", flags, width, precision, length, letter);
}

// Few bits, many bits, and the ends of ranges.
static uint64_t random_integer(void)
{
    uint64_t value = random_bits() >> random_below(64);
    return random_below(2) ? value : 0 - value;
}

static void test_integers(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char format[64], letter = random_character("diuoxXdi");
        uint64_t value = random_integer();
        switch (random_below(8)) {
        case 0:
            random_format(format, "hh", letter);
            COMPARE(format, (int)value);
            break;
        case 1:
            random_format(format, "h", letter);
            COMPARE(format, (int)value);
            break;
        case 2:
            random_format(format, "l", letter);
            COMPARE(format, (long)value);
            break;
        case 3:
            random_format(format, "ll", letter);
            COMPARE(format, (long long)value);
            break;
        case 4:
            random_format(format, "j", letter);
            COMPARE(format, (intmax_t)value);
            break;
        case 5:
            random_format(format, random_below(2) ? "z" : "t", letter);
            COMPARE(format, (size_t)value);
            break;
        default: random_format(format, "", letter); COMPARE(format, (int)value);
        }
    }
}

static void test_floats(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS / 4; round++) {
        char format[64];
        union {
            uint64_t bits;
            double number;
        } value = {random_below(2) ? random_bits() : 0};
        if (random_below(2))
            value.number = (double)(int64_t)random_integer() / 1024;
        random_format(format, "", random_character("fFeEgGaA"));
        COMPARE(format, value.number);
        random_format(format, "L", random_character("feg"));
        COMPARE(format, (long double)value.number);
    }
}

static void test_texts(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char format[64], text[30];
        random_text(text, sizeof text - 1, "abc");
        random_format(format, "", 's');
        COMPARE(format, text);
        random_format(format, "", 'c');
        char character = random_character("xyz");
        COMPARE(format, character);
        sprintf(format, random_below(2) ? "%%-%up" : "%%%up", random_below(25) + 1);
        void *pointer = (void *)(uintptr_t)(random_below(2) ? random_bits() : 0);
        COMPARE(format, pointer);
        COMPARE("%s and %.3s and %.6s", (char *)NULL, (char *)NULL, (char *)NULL);
        int width = (int)random_below(20) - 10, precision = (int)random_below(10) - 2;
        COMPARE("%*.*d|%-*s|", width, precision, width * 1000, precision, text);
    }
    int written[2];
    char buffer[64];
    mine_snprintf(buffer, sizeof buffer, "%d%n%s%n", 123, &written[0], "ab", &written[1]);
    assert_int_equal(written[0], 3);
    assert_int_equal(written[1], 5);
    *((int *(*)(void))(uintptr_t)runtime_symbol("__errno_location"))() = ENOENT;
    mine_snprintf(buffer, sizeof buffer, "%m");
    assert_string_equal(buffer, strerror(ENOENT));
    runtime_reset();
    mine_snprintf(buffer, sizeof buffer, "%1$d", 1);
    assert_non_null(runtime_record.unmodelled);
}

static void test_allocated(void **state)
{
    (void)state;
    RUNTIME(asprintf);
    RUNTIME(sprintf);
    for (int length = 0; length < 300; length++) {
        char *mine = NULL, expected[512], plain[512];
        sprintf(expected, "%*d", length, 7);
        assert_int_equal(mine_asprintf(&mine, "%*d", length, 7), strlen(expected));
        assert_string_equal(mine, expected);
        free(mine);
        assert_int_equal(mine_sprintf(plain, "%*d", length, 7), strlen(expected));
        assert_string_equal(plain, expected);
    }
}

static void test_streams(void **state)
{
    (void)state;
    RUNTIME(printf);
    RUNTIME(fprintf);
    RUNTIME(puts);
    RUNTIME(fputs);
    RUNTIME(fwrite);
    RUNTIME(perror);
    RUNTIME(fputc);
    FILE *const *out = runtime_symbol("stdout"), *const *err = runtime_symbol("stderr");
    runtime_reset();
    assert_int_equal(mine_printf("%s %d\n", "hello", 42), 9);
    assert_int_equal(runtime_record.output_calls, 1);
    assert_int_equal(mine_puts("line"), 5);
    mine_fputs("text", *out);
    mine_fputc('!', *out);
    assert_int_equal(mine_fwrite("abcdef", 2, 3, *out), 3);
    assert_int_equal(mine_fprintf(*err, "%d", 1), 1);
    *((int *(*)(void))(uintptr_t)runtime_symbol("__errno_location"))() = EINVAL;
    mine_perror("what");
    assert_string_equal(runtime_record.output[1], "hello 42\nline\ntext!abcdef");
    assert_string_equal(runtime_record.output[2], "1what: Invalid argument\n");
    runtime_reset();
    assert_int_equal(mine_printf("%600d", 1), 600);
    assert_int_equal(strlen(runtime_record.output[1]), 600);
}

// What depends on an input is not printed, but its length is right.
static void test_symbolic(void **state)
{
    (void)state;
    RUNTIME(printf);
    for (int round = 0; round < ROUNDS; round++) {
        char format[64], theirs[SIZE];
        uint64_t value = random_integer();
        random_format(format, "ll", random_character("diuoxX"));
        runtime_reset();
        runtime_record.symbolic = value;
        int mine = mine_printf(format, value);
        if (mine != snprintf(theirs, SIZE, format, value))
            print_message("format \"%s\" of %llx\n", format, (unsigned long long)value);
        assert_int_equal(mine, strlen(theirs));
        assert_string_equal(runtime_record.output[1], value ? "a<symbolic>|%" : theirs);
    }
    runtime_reset();
    runtime_record.symbolic = 'q';
    assert_int_equal(mine_printf("[%c] [%s] %d\n", 'q', "aqa", 3), 12);
    assert_string_equal(runtime_record.output[1], "[<symbolic>] [aqa] 3\n");
    runtime_reset();
    runtime_record.symbolic = 0x1234;
    assert_int_equal(mine_printf("%p", (void *)0x1234), 6);
}

// Texts that formats nearly match.
static void random_input(char *text)
{
    static const char *const pieces[] = {"1",
                                         "-12",
                                         "+7",
                                         "0x1f",
                                         "077",
                                         "0x",
                                         " ",
                                         "  ",
                                         "abc",
                                         "a-c",
                                         "1.5e3",
                                         "1e",
                                         "%",
                                         ",",
                                         "nan",
                                         "inf",
                                         "0x1p",
                                         ".",
                                         "99999999999999999999",
                                         "0",
                                         "]",
                                         "\n",
                                         "x",
                                         "-",
                                         "4294967296"};
    *text = 0;
    for (unsigned i = random_below(7); i; i--)
        strcat(text, pieces[random_below(sizeof pieces / sizeof *pieces)]);
}

static void random_directive(char *format, char *letter)
{
    static const char *const sets[] = {"[a-c]", "[^,]", "[]a]", "[^]x]", "[0-9-]"};
    char width[4] = "";
    if (random_below(3) == 0)
        sprintf(width, "%u", random_below(6) + 1);
    *letter = random_character("dixoulfsc[n%");
    const char *length = *letter == 'l' ? "l" : *letter == 'f' ? random_below(2) ? "l" : "" : "";
    if (*letter == 'l')
        *letter = random_character("dixou");
    char name[8] = {*letter};
    if (*letter == '[')
        strcpy(name, sets[random_below(sizeof sets / sizeof *sets)]);
    if (*letter == 'n' || *letter == '%')
        *width = 0;
    strcat(format, "%");
    if (random_below(6) == 0 && *letter != 'n' && *letter != '%')
        strcat(format, "*");
    strcat(strcat(strcat(format, width), length), name);
}

static void test_scanning(void **state)
{
    (void)state;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        char text[128], format[128] = "", letter;
        char mine[3][64], theirs[3][64];
        random_input(text);
        for (unsigned i = random_below(3) + 1; i; i--) {
            if (random_below(3) == 0)
                strcat(format, random_below(2) ? " " : ",");
            random_directive(format, &letter);
        }
        memset(mine, 0, sizeof mine);
        memset(theirs, 0, sizeof theirs);
        int mine_count = mine_sscanf(text, format, mine[0], mine[1], mine[2]);
        int their_count = sscanf(text, format, theirs[0], theirs[1], theirs[2]);
        if (mine_count != their_count || memcmp(mine, theirs, sizeof mine) != 0)
            print_message("sscanf(\"%s\", \"%s\"): %d, expected %d\n", text, format, mine_count, their_count);
        assert_int_equal(mine_count, their_count);
        assert_memory_equal(mine, theirs, sizeof mine);
    }
    char *allocated = NULL;
    assert_int_equal(mine_sscanf("  word next", "%ms", &allocated), 1);
    assert_string_equal(allocated, "word");
    free(allocated);
    short narrow;
    signed char narrower;
    assert_int_equal(mine_sscanf("70000 300", "%hd%hhd", &narrow, &narrower), 2);
    assert_int_equal(narrow, (short)70000);
    assert_int_equal(narrower, (signed char)300);
}

static int load(void **state)
{
    (void)state;
    runtime_load();
    mine_snprintf = (int (*)(char *, size_t, const char *, ...))(uintptr_t)runtime_symbol("snprintf");
    mine_sscanf = (int (*)(const char *, const char *, ...))(uintptr_t)runtime_symbol("__isoc99_sscanf");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),  cmocka_unit_test(test_floats),  cmocka_unit_test(test_texts),
        cmocka_unit_test(test_allocated), cmocka_unit_test(test_streams), cmocka_unit_test(test_symbolic),
        cmocka_unit_test(test_scanning),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
