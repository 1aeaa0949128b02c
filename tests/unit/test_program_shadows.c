// A cached program is not used once a file has appeared, or changed, that its compilation would read now.
// Needs clang and heddle-lower.
#include "base/memory.h"
#include "program/frontend.h"
#include "program/shadows.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef HEDDLE_BUILD_DIR
#define HEDDLE_BUILD_DIR "."
#endif

static char folder[64], cache[96];

static int enter_folder(void **state)
{
    (void)state;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    strcpy(folder, "/tmp/test_program_shadows.XXXXXX");
    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    snprintf(cache, sizeof cache, "%s/cache", folder);
    return 0;
}

static int leave_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") || system(command);
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    // Older than any compilation, so that it may go into the cache.
    struct timespec old[2] = {{.tv_sec = time(NULL) - 10}, {.tv_sec = time(NULL) - 10}};
    utimensat(AT_FDCWD, name, old, 0);
}

// Whether the file compiles, or, without a folder for temporary files, whether it is in the cache.
static bool loads(const char *file, const char *const *flags, uint32_t count, bool only_cached)
{
    struct error error = {0};
    struct frontend_options options = {.files = &file,
                                       .file_count = 1,
                                       .cache_folder = cache,
                                       .clang_arguments = flags,
                                       .clang_argument_count = count};
    if (only_cached)
        setenv("TMPDIR", "/nonexistent", 1);
    struct program *p = frontend_load(&options, &error);
    unsetenv("TMPDIR");
    error_free(&error);
    program_free(p);
    return p != NULL;
}

// The file `name` appears, or gets another text.
static void expect_noticed(const char *source, const char *const *flags, uint32_t count, const char *name,
                           const char *text)
{
    assert_true(loads(source, flags, count, false));
    assert_true(loads(source, flags, count, true));
    write_text(name, text);
    if (loads(source, flags, count, true))
        fail_msg("%s: %s was not noticed", source, name);
}

static void test_asked_for(void **state)
{
    (void)state;
    const char *flags[] = {"-Iasked"};
    mkdir("asked", 0700);
    write_text(
        "quoted.c",
        "#if __has_include(\"config.h\")\n#include \"config.h\"\n#endif\nint main(void) { return 0; }\n");
    expect_noticed("quoted.c", flags, 1, "config.h", "\n");
    write_text(
        "angles.c",
        "#if defined __has_include && __has_include (<asked.h>)\n#endif\nint main(void) { return 0; }\n");
    expect_noticed("angles.c", flags, 1, "asked/asked.h", "\n");
    write_text("embed.c", "#if __has_embed(\"data.bin\")\n#endif\nint main(void) { return 0; }\n");
    expect_noticed("embed.c", flags, 1, "data.bin", "a");
}

// What a macro asks for is not known: such a program is not kept.
static void test_asked_by_macro(void **state)
{
    (void)state;
    write_text("macro.c",
               "#define NAME \"m.h\"\n#if __has_include(NAME)\n#endif\nint main(void) { return 0; }\n");
    assert_true(loads("macro.c", NULL, 0, false));
    assert_false(loads("macro.c", NULL, 0, true));
}

static void test_before_the_one_read(void **state)
{
    (void)state;
    const char *flags[] = {"-Ifirst", "-Isecond"};
    assert_int_equal(system("mkdir -p first/a/b/c second/a/b/c lib variable"), 0);
    write_text("second/a/b/c/deep.h", "\n");
    write_text("deep.c", "#include <a/b/c/deep.h>\nint main(void) { return 0; }\n");
    expect_noticed("deep.c", flags, 2, "first/a/b/c/deep.h", "\n");
    write_text("lib/outer.h", "#include \"inner.h\"\n");
    write_text("second/inner.h", "\n");
    write_text("beside.c", "#include \"lib/outer.h\"\nint main(void) { return 0; }\n");
    expect_noticed("beside.c", flags, 2, "lib/inner.h", "\n"); // beside the header that includes it
    setenv("CPATH", "variable:second", 1);
    write_text("second/seen.h", "\n");
    write_text("environment.c", "#include <seen.h>\nint main(void) { return 0; }\n");
    expect_noticed("environment.c", NULL, 0, "variable/seen.h", "\n");
    unsetenv("CPATH");
}

static void test_files_of_arguments(void **state)
{
    (void)state;
    const char *config[] = {"--config=./some.cfg"}, *response[] = {"@some.rsp"};
    write_text("v.c", "int main(void) { return V; }\n");
    write_text("some.cfg", "-DV=1\n");
    expect_noticed("v.c", config, 1, "some.cfg", "-DV=2\n");
    write_text("some.rsp", "-DV=1\n");
    expect_noticed("v.c", response, 1, "some.rsp", "-DV=2\n");

    const char *outer[] = {"@outer.rsp"};
    assert_int_equal(system("mkdir -p near far"), 0);
    write_text("outer.rsp", "@inner.rsp\n");
    write_text("inner.rsp", "-DV=1 -Inear -Ifar\n");
    write_text("far/w.h", "\n");
    write_text("w.c", "#include <w.h>\nint main(void) { return V; }\n");
    expect_noticed("w.c", outer, 1, "near/w.h", "\n");
    expect_noticed("w.c", outer, 1, "inner.rsp", "-DV=2 -Inear -Ifar\n");
}

static void test_names(void **state)
{
    (void)state;
    static const char text[] =
        "#include \"x.h\"\n#  include <y.h>\n#ifdef __has_include\n"
        "#if __has_include_next( <z.h> ) || defined(__has_include)\n#include <a/b/c/d.h>\n"
        "include \"unclosed\n#include";
    struct shadow_names names = {0};
    assert_true(shadows_read(&names, "p/q.h", text, sizeof text - 1));
    assert_int_equal(names.beside.size, 1);
    assert_string_equal(names.beside.data[0], "p/x.h");
    assert_int_equal(names.searched.size, 2);
    assert_string_equal(names.searched.data[0], "z.h");
    assert_string_equal(names.searched.data[1], "a/b/c/d.h");
    assert_true(shadows_read(&names, "p/q.h", "", 0));
    assert_false(shadows_read(&names, "p/q.h", "__has_embed(X", 13));
    shadows_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_for),
        cmocka_unit_test(test_asked_by_macro),
        cmocka_unit_test(test_before_the_one_read),
        cmocka_unit_test(test_files_of_arguments),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
