// A violation that does not replay: an internal error that names it, and the others are reported all the
// same. The linker redirects replay_run (tests/CMakeLists.txt), so that the one with a given message does not
// replay.
#include "explore/explore.h"
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

static const char program_text[] = "#include <assert.h>\n"
                                   "extern int __VERIFIER_nondet_int(void);\n"
                                   "int main(void)\n"
                                   "{\n"
                                   "    int a = __VERIFIER_nondet_int();\n"
                                   "    assert(a != 1);\n"
                                   "    assert(a != 2);\n"
                                   "    assert(a != 3);\n"
                                   "    return 0;\n"
                                   "}\n";

static const char *stubborn; // part of the message of what does not replay

enum replay_outcome __real_replay_run(const struct program *, const struct machine_options *,
                                      const struct exploration_violation *, const struct replay_hooks *,
                                      char **);
enum replay_outcome __wrap_replay_run(const struct program *program, const struct machine_options *options,
                                      const struct exploration_violation *violation,
                                      const struct replay_hooks *hooks, char **why);
enum replay_outcome __wrap_replay_run(const struct program *program, const struct machine_options *options,
                                      const struct exploration_violation *violation,
                                      const struct replay_hooks *hooks, char **why)
{
    enum replay_outcome outcome = __real_replay_run(program, options, violation, hooks, why);
    return strstr(violation->message, stubborn) ? REPLAY_NOT_CONFIRMED : outcome;
}

static struct heddle_check *run(const char *what, enum heddle_status expected)
{
    struct heddle_check *check = heddle_new();
    stubborn = what;
    assert_true(heddle_set(check, "cache", "off"));
    assert_true(heddle_set(check, "witness", ""));
    assert_true(heddle_set(check, "all", NULL));
    heddle_add_file(check, "three.c");
    if (heddle_run(check) != expected)
        fail_msg("%s", heddle_error(check));
    return check;
}

static void others_are_reported(void **state)
{
    (void)state;
    static const char *const messages[] = {"a != 1", "a != 2", "a != 3"};
    for (unsigned i = 0; i < 3; i++) {
        struct heddle_check *check = run(messages[i], HEDDLE_INTERNAL_ERROR);
        assert_non_null(strstr(heddle_error(check), messages[i]));
        assert_non_null(strstr(heddle_error(check), "does not replay"));
        assert_int_equal(heddle_violation_count(check), 2);
        const char *text = heddle_result_text(check, 0, false), *json = heddle_result_json(check);
        for (unsigned k = 0; k < 3; k++)
            assert_true((strstr(text, messages[k]) != NULL) == (k != i) || i == k);
        assert_non_null(strstr(json, "\"internal_error\""));
        assert_non_null(strstr(json, "\"verdict\": \"violation\""));
        heddle_free(check);
    }
}

static void none_is_no_verdict(void **state)
{
    (void)state;
    struct heddle_check *check = run("a != ", HEDDLE_INTERNAL_ERROR);
    assert_int_equal(heddle_violation_count(check), 0);
    assert_null(strstr(heddle_result_text(check, 0, false), "safe"));
    heddle_free(check);
}

int main(void)
{
    static char folder[] = "/tmp/heddle-confirm-test-XXXXXX";
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_are_reported),
                                       cmocka_unit_test(none_is_no_verdict)};
    FILE *file = mkdtemp(folder) && chdir(folder) == 0 ? fopen("three.c", "w") : NULL;
    if (!file || fputs(program_text, file) < 0 || fclose(file) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink("three.c");
    rmdir(folder);
    return failed;
}
