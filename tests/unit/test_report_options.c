// The one table of options: values, refusals, suggestions, and that documents follow it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "machine/machine.h"
#include "report/files.h"
#include "report/option_value.h"
#include "report/settings.h"

#include <string.h>

static bool set(struct settings *settings, const char *spelling, const char *value)
{
    struct error error = {0};
    const struct option *option = option_find(spelling, COMMAND_ALL);
    assert_non_null(option);
    bool good = settings_set(settings, option, value, &error);
    assert_true(good == (error.message == NULL));
    if (error.message) {
        assert_non_null(strstr(error.message, spelling)); // every refusal names the option
        if (value && value[0])
            assert_non_null(strstr(error.message, strrchr(value, ',') ? strrchr(value, ',') + 1 : value));
    }
    error_free(&error);
    return good;
}

static void defaults_are_those_of_the_properties(void **state)
{
    (void)state;
    struct settings settings;
    settings_init(&settings);
    uint32_t expected = 0;
#define PROPERTY(name, text, by_default) expected |= (by_default ? 1u : 0u) << PROPERTY_##name;
    PROPERTY_KINDS(PROPERTY)
#undef PROPERTY
    assert_int_equal(settings.properties, expected);
    assert_string_equal(settings.witness, "heddle-witness");
    assert_int_equal(settings.format, FORMAT_TEXT);
    assert_int_equal(settings.unwind, 0);
    assert_null(settings.cache);
    settings_free(&settings);
}

static void numbers(void **state)
{
    (void)state;
    static const char *const refused[] = {"",   "many", "-3", "3x", " 3", "0", "99999999999999999999",
                                          "+3", "0x10", "3.5"};
    struct settings settings;
    settings_init(&settings);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(set(&settings, "--unwind", refused[i]));
        assert_int_equal(settings.unwind, 0);
    }
    assert_true(set(&settings, "--unwind", "7"));
    assert_int_equal(settings.unwind, 7);
    assert_true(set(&settings, "--unwind", "9223372036854775807"));
    assert_true(settings.unwind == INT64_MAX);
    assert_false(set(&settings, "--unwind", "9223372036854775808"));
    assert_true(set(&settings, "--unwind", "none"));
    assert_int_equal(settings.unwind, 0);
    static const char *const no_bounds[] = {"a.c=3",  ":7=3",    "a.c:x=3",    "a.c:0=3",
                                            "a.c:7=", "a.c:7=0", "a.c:7=none", "="};
    for (size_t i = 0; i < sizeof no_bounds / sizeof *no_bounds; i++)
        assert_false(set(&settings, "--unwind", no_bounds[i]));
    assert_int_equal(settings.loop_bounds.size, 0);
    assert_true(set(&settings, "--unwind", "a.c:7=3") && set(&settings, "--unwind", "d=e/b:1.c:12=40"));
    assert_int_equal(settings.loop_bounds.size, 2);
    assert_string_equal(settings.loop_bounds.data[1], "d=e/b:1.c:12=40");
    assert_int_equal(settings.unwind, 0);
    settings_free(&settings);
}

static void seconds_and_sizes(void **state)
{
    (void)state;
    static const char *const bad_seconds[] = {"",    "soon", "-1",    "nan",   "inf",
                                              "1e5", "0",    "0x1p3", "1.2.3", "."};
    static const char *const bad_sizes[] = {"",  "lots", "5Q",  "5GB", "-1", "99999999999999G",
                                            "0", "K",    "1.5G"};
    struct settings settings;
    settings_init(&settings);
    for (size_t i = 0; i < sizeof bad_seconds / sizeof *bad_seconds; i++)
        assert_false(set(&settings, "--max-seconds", bad_seconds[i]));
    for (size_t i = 0; i < sizeof bad_sizes / sizeof *bad_sizes; i++)
        assert_false(set(&settings, "--max-memory", bad_sizes[i]));
    assert_true(set(&settings, "--max-seconds", "0.5"));
    assert_true(settings.max_seconds > 0.49 && settings.max_seconds < 0.51);
    assert_true(set(&settings, "--max-memory", "2G"));
    assert_true(settings.max_memory == UINT64_C(2) << 30);
    assert_true(set(&settings, "--max-memory", "10k"));
    assert_true(settings.max_memory == 10240);
    assert_true(set(&settings, "--max-memory", "4096"));
    assert_true(settings.max_memory == 4096);
    settings_free(&settings);
}

static void words_and_sets(void **state)
{
    (void)state;
    struct settings settings;
    settings_init(&settings);
    assert_true(set(&settings, "--property", "deadlock,lock"));
    assert_int_equal(settings.properties, 1u << PROPERTY_DEADLOCK | 1u << PROPERTY_LOCK);
    assert_true(set(&settings, "--property", "uninitialised")); // replaces
    assert_int_equal(settings.properties, 1u << PROPERTY_UNINITIALISED);
    assert_false(set(&settings, "--property", "lock,deadlok"));
    assert_false(set(&settings, "--property", ""));
    assert_false(set(&settings, "--property", "lock,"));
    assert_false(set(&settings, "--property", ",lock"));
    assert_int_equal(settings.properties, 1u << PROPERTY_UNINITIALISED);
    assert_true(set(&settings, "--por", "none"));
    assert_int_equal(settings.por, 0);
    assert_true(set(&settings, "--por", "classic"));
    assert_int_equal(settings.por, 1);
    assert_true(set(&settings, "--por", "random"));
    assert_int_equal(settings.por, 4);
    assert_false(set(&settings, "--por", "class"));
    assert_false(set(&settings, "--por", "none|classic"));
    assert_false(set(&settings, "--all", "yes"));
    assert_true(set(&settings, "--all", NULL) && settings.all);
    assert_true(set(&settings, "--all", "off") && !settings.all);
    settings_free(&settings);
}

static void lists(void **state)
{
    (void)state;
    struct settings settings;
    settings_init(&settings);
    assert_true(set(&settings, "--havoc", "read_sensor,log"));
    assert_true(set(&settings, "--havoc", "more"));
    assert_int_equal(settings.havoc.size, 3);
    assert_string_equal(settings.havoc.data[1], "log");
    assert_false(set(&settings, "--havoc", "a,,b"));
    assert_int_equal(settings.havoc.size, 3);
    assert_true(set(&settings, "--args", "  one 'two words' \"it's\" a\\ b '' "));
    assert_int_equal(settings.arguments.size, 5);
    assert_string_equal(settings.arguments.data[1], "two words");
    assert_string_equal(settings.arguments.data[2], "it's");
    assert_string_equal(settings.arguments.data[3], "a b");
    assert_string_equal(settings.arguments.data[4], "");
    assert_false(set(&settings, "--args", "'open"));
    assert_true(set(&settings, "--witness", ""));
    assert_false(set(&settings, "--cache", ""));
    settings_free(&settings);
}

static void spellings(void **state)
{
    (void)state;
    assert_null(option_find("--prop", COMMAND_CHECK)); // no abbreviations
    assert_null(option_find("unwind", COMMAND_CHECK));
    assert_null(option_find("--unwind", COMMAND_REPLAY));
    assert_string_equal(option_nearest("--prop", COMMAND_CHECK), "--property");
    assert_string_equal(option_nearest("--uwnind", COMMAND_CHECK), "--unwind");
    assert_string_equal(option_nearest("--max-second", COMMAND_CHECK), "--max-seconds");
    assert_null(option_nearest("--bogus", COMMAND_CHECK));
}

static void contradictions(void **state)
{
    (void)state;
    struct settings settings;
    struct error error = {0};
    settings_init(&settings);
    assert_false(settings_check(&settings, &error));
    assert_non_null(strstr(error.message, "no input files"));
    error_free(&error);
    text_list_add(&settings.files, "a.c");
    assert_true(settings_check(&settings, &error));
    settings.m32 = settings.m64 = true;
    assert_false(settings_check(&settings, &error));
    error_free(&error);
    settings.m32 = settings.m64 = false;
    assert_true(set(&settings, "--seed", "2"));
    assert_false(settings_check(&settings, &error));
    assert_non_null(strstr(error.message, "--por=random"));
    error_free(&error);
    assert_true(set(&settings, "--por", "random"));
    assert_true(settings_check(&settings, &error));
    assert_true(set(&settings, "--iterative", NULL));
    assert_false(settings_check(&settings, &error));
    assert_non_null(strstr(error.message, "--iterative"));
    error_free(&error);
    settings_free(&settings);
}

static void the_manual_names_every_option(void **state)
{
    (void)state;
    const struct option *table;
    uint32_t count = option_table(&table);
    struct error error = {0};
    size_t size;
    char *manual = file_read(HEDDLE_SOURCE_DIR "/docs/manual.md", FILE_LIMIT_SOURCE, &size, &error);
    assert_non_null(manual);
    for (uint32_t i = 0; i < count; i++) {
        if (table[i].section)
            continue;
        char *spelling = memory_format("| `%s", table[i].spelling);
        if (!strstr(manual, spelling) || !strstr(manual, table[i].help))
            fail_msg("docs/manual.md lacks %s; regenerate its table with heddle --dump-options=markdown",
                     table[i].spelling);
        memory_free(spelling);
    }
    memory_free(manual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_properties),
        cmocka_unit_test(numbers),
        cmocka_unit_test(seconds_and_sizes),
        cmocka_unit_test(words_and_sets),
        cmocka_unit_test(lists),
        cmocka_unit_test(spellings),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(the_manual_names_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
