// The public library, used as any C program would: only through heddle/check.h.
#include "heddle/check.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/stat.h>

static char folder[] = "/tmp/heddle-check-test-XXXXXX";

static const char race[] = "#include <assert.h>\n"
                           "#include <pthread.h>\n"
                           "#include <stdio.h>\n"
                           "extern int __VERIFIER_nondet_int(void);\n"
                           "static int shared;\n"
                           "static void *add(void *step)\n"
                           "{\n"
                           "    int old = shared;\n"
                           "    shared = old + *(int *)step;\n"
                           "    return 0;\n"
                           "}\n"
                           "int main(void)\n"
                           "{\n"
                           "    pthread_t thread;\n"
                           "    int one = 1, input = __VERIFIER_nondet_int();\n"
                           "    puts(\"started\");\n"
                           "    pthread_create(&thread, 0, add, &one);\n"
                           "    add(&one);\n"
                           "    pthread_join(thread, 0);\n"
                           "    assert(shared == 2 || input != 12345);\n"
                           "    return 0;\n"
                           "}\n";
static const char waits[] =
    "#include <pthread.h>\n"
    "static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void *other(void *unused)\n"
    "{\n"
    "    pthread_mutex_lock(&b);\n"
    "    pthread_mutex_lock(&a);\n"
    "    pthread_mutex_unlock(&a);\n"
    "    pthread_mutex_unlock(&b);\n"
    "    return unused;\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    pthread_t thread;\n"
    "    pthread_create(&thread, 0, other, 0);\n"
    "    pthread_mutex_lock(&a);\n"
    "    pthread_mutex_lock(&b);\n"
    "    pthread_mutex_unlock(&b);\n"
    "    pthread_mutex_unlock(&a);\n"
    "    pthread_join(thread, 0);\n"
    "    return 0;\n"
    "}\n";
static const char safe[] = "#include <assert.h>\n"
                           "int main(int count, char **arguments)\n"
                           "{\n"
                           "    assert(count == 3 && arguments[2][0] == 'b');\n"
                           "    return 0;\n"
                           "}\n";
static const char endless[] = "int main(void) { for (volatile int i = 0;; i++) ; }\n";

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail_msg("cannot write %s", name);
}

static struct heddle_check *check_new(const char *file)
{
    struct heddle_check *check = heddle_new();
    assert_true(heddle_set(check, "cache", "off"));
    assert_true(heddle_set(check, "witness", "witnesses"));
    heddle_add_file(check, file);
    return check;
}

static void expect_status(struct heddle_check *check, enum heddle_status got, enum heddle_status expected)
{
    if (got != expected)
        fail_msg("status %d, expected %d: %s\n%s", got, expected, heddle_error(check),
                 heddle_result_text(check, 0, false));
}

static void expect_part(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no `%s` in:\n%s", part, text);
}

static void a_violation_is_found_shown_and_replayed(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("race.c");
    struct heddle_violation violation;
    assert_true(heddle_set(check, "show-output", NULL));
    expect_status(check, heddle_run(check), HEDDLE_VIOLATION);
    assert_int_equal(heddle_violation_count(check), 1);
    assert_true(heddle_write_witnesses(check));
    assert_true(heddle_violation(check, 0, &violation));
    assert_false(heddle_violation(check, 1, &violation));
    assert_true(heddle_violation(check, 0, &violation));
    assert_string_equal(violation.kind, "assertion");
    assert_string_equal(violation.file, "race.c");
    assert_int_equal(violation.line, 20);
    assert_string_equal(violation.function, "main");
    assert_string_equal(violation.thread, "main");
    assert_string_equal(violation.witness, "witnesses/race-1.json");
    const char *text = heddle_result_text(check, 100, false);
    expect_part(text, "12345");
    expect_part(text, "read shared = 0");
    expect_part(text, "write shared = 1");
    expect_part(text, "started");
    expect_part(heddle_result_json(check), "\"program_output\": \"started\\n\"");
    expect_part(heddle_result_sarif(check), "\"ruleId\": \"assertion\"");
    assert_true(heddle_count(check, "executions.complete") >= 0);
    assert_true(heddle_count(check, "instructions") > 0);
    assert_true(heddle_count(check, "no.such") < 0);
    heddle_free(check);

    check = heddle_new();
    heddle_set(check, "cache", "off");
    expect_status(check, heddle_replay(check, "witnesses/race-1.json"), HEDDLE_VIOLATION);
    expect_part(heddle_result_text(check, 100, false), "confirmed");
    expect_part(heddle_result_json(check), "\"outcome\": \"confirmed\"");
    heddle_free(check);

    // From elsewhere: the files are found in the folder of the check, and we are left where we were.
    char *path = realpath("witnesses/race-1.json", NULL), here[256];
    assert_int_equal(chdir("/"), 0);
    check = heddle_new();
    heddle_set(check, "cache", "off");
    enum heddle_status status = heddle_replay(check, path);
    text = heddle_result_text(check, 100, false);
    assert_string_equal(getcwd(here, sizeof here), "/");
    assert_int_equal(chdir(folder), 0);
    expect_status(check, status, HEDDLE_VIOLATION);
    expect_part(text, "int old = shared;");
    heddle_free(check);
    free(path);
}

static void a_changed_program_is_refused(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("changing.c");
    write_file("changing.c", race);
    expect_status(check, heddle_run(check), HEDDLE_VIOLATION);
    assert_true(heddle_write_witnesses(check));
    heddle_free(check);
    check = heddle_new();
    write_file("changing.c", safe);
    expect_status(check, heddle_replay(check, "witnesses/changing-1.json"), HEDDLE_BAD_INPUT);
    expect_part(heddle_error(check), "changing.c has changed");
    heddle_free(check);
    unlink("witnesses/changing-1.json");
    unlink("changing.c");
}

static void a_deadlock_names_who_waits(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("waits.c");
    struct heddle_violation violation;
    expect_status(check, heddle_run(check), HEDDLE_VIOLATION);
    assert_true(heddle_violation(check, 0, &violation));
    assert_string_equal(violation.kind, "deadlock");
    assert_null(violation.witness); // none written yet
    const char *text = heddle_result_text(check, 100, false);
    expect_part(text, "Threads that wait for ever");
    expect_part(text, "main waits to lock b at waits.c:16, held by main.1 since step");
    expect_part(text, "main.1 waits to lock a at waits.c:6, held by main since step");
    heddle_free(check);
}

static void options_and_arguments_reach_the_program(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("safe.c");
    assert_true(heddle_set(check, "args", "a 'b c'"));
    expect_status(check, heddle_run(check), HEDDLE_SAFE);
    assert_int_equal(heddle_violation_count(check), 0);
    assert_true(heddle_write_witnesses(check)); // nothing to write
    expect_part(heddle_result_text(check, 0, false), "safe:");
    expect_part(heddle_result_json(check), "\"verdict\": \"safe\"");
    heddle_free(check);
    check = check_new("safe.c");
    expect_status(check, heddle_run(check), HEDDLE_VIOLATION);
    heddle_free(check);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    struct heddle_check *check = heddle_new();
    assert_false(heddle_set(check, "unwind", "x"));
    expect_part(heddle_error(check), "--unwind");
    assert_false(heddle_set(check, "no-such", "x"));
    expect_part(heddle_error(check), "no-such");
    assert_false(heddle_set(check, "por", NULL));
    expect_status(check, heddle_run(check), HEDDLE_BAD_INPUT);
    expect_part(heddle_error(check), "no input files");
    heddle_add_file(check, "none.c");
    expect_status(check, heddle_run(check), HEDDLE_BAD_INPUT);
    expect_part(heddle_error(check), "none.c");
    assert_string_equal(heddle_result_text(check, 0, false), "");
    expect_status(check, heddle_replay(check, "none.json"), HEDDLE_BAD_INPUT);
    expect_part(heddle_error(check), "none.json");
    heddle_free(check);
    heddle_free(NULL);
}

static void stop_at_once(void *context, const struct heddle_progress *progress)
{
    assert_true(progress->seconds >= 0);
    heddle_stop(context);
}

static void stopping_is_inconclusive(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("endless.c");
    heddle_on_progress(check, stop_at_once, check);
    assert_true(heddle_set(check, "max-seconds", "20")); // if stopping does not work
    expect_status(check, heddle_run(check), HEDDLE_INCONCLUSIVE);
    assert_true(heddle_count(check, "seconds.total") < 15);
    expect_part(heddle_result_text(check, 0, false), "inconclusive:");
    heddle_free(check);
}

static void bounds_are_inconclusive(void **state)
{
    (void)state;
    struct heddle_check *check = check_new("endless.c");
    assert_true(heddle_set(check, "unwind", "5"));
    expect_status(check, heddle_run(check), HEDDLE_INCONCLUSIVE);
    assert_true(heddle_count(check, "executions.bounded") >= 1);
    expect_part(heddle_result_json(check), "\"bounded\": true");
    heddle_free(check);
}

static void programs_are_printed(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct heddle_check *check = check_new("race.c");
    expect_status(check, heddle_print_program(check, out), HEDDLE_SAFE);
    fclose(out);
    expect_part(text, "add");
    free(text);
    heddle_free(check);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0 || setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 1) != 0)
        return -1;
    write_file("race.c", race);
    write_file("waits.c", waits);
    write_file("safe.c", safe);
    write_file("endless.c", endless);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"race.c", "waits.c", "safe.c", "endless.c", "witnesses/race-1.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    rmdir("witnesses");
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_violation_is_found_shown_and_replayed),
        cmocka_unit_test(a_changed_program_is_refused),
        cmocka_unit_test(a_deadlock_names_who_waits),
        cmocka_unit_test(options_and_arguments_reach_the_program),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(stopping_is_inconclusive),
        cmocka_unit_test(bounds_are_inconclusive),
        cmocka_unit_test(programs_are_printed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
