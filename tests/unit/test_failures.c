// The public library where allocations fail, each in turn, and where several checks are in one process. What
// fails must end with a status and a message; nothing may abort, and what is said must be true.
#include "heddle/check.h"

#include "base/memory.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What was allocated when memory ran out may be lost: heddle/check.h says so.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

// How many allocations fail between n and 2n: each, where there are few.
#define FAILURE_STEPS 25

static char folder[] = "/tmp/heddle-failures-XXXXXX";

// Two violations, one of them a deadlock; branches on inputs; three threads; something to slice away.
static const char failing[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <stdlib.h>\n"
                              "extern int __VERIFIER_nondet_int(void);\n"
                              "static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,\n"
                              "                       b = PTHREAD_MUTEX_INITIALIZER;\n"
                              "static int x, unused, *p;\n"
                              "static void *first(void *n)\n"
                              "{\n"
                              "    unused++;\n"
                              "    pthread_mutex_lock(&a);\n"
                              "    pthread_mutex_lock(&b);\n"
                              "    x += *(int *)n;\n"
                              "    pthread_mutex_unlock(&b);\n"
                              "    pthread_mutex_unlock(&a);\n"
                              "    return n;\n"
                              "}\n"
                              "static void *second(void *n)\n"
                              "{\n"
                              "    unused--;\n"
                              "    pthread_mutex_lock(&b);\n"
                              "    pthread_mutex_lock(&a);\n"
                              "    x *= 3;\n"
                              "    pthread_mutex_unlock(&a);\n"
                              "    pthread_mutex_unlock(&b);\n"
                              "    return n;\n"
                              "}\n"
                              "int main(void)\n"
                              "{\n"
                              "    pthread_t t, u;\n"
                              "    int n = __VERIFIER_nondet_int();\n"
                              "    p = malloc(sizeof *p);\n"
                              "    if (!p || n < 0 || n > 9)\n"
                              "        return 0;\n"
                              "    pthread_create(&t, 0, first, &n);\n"
                              "    pthread_create(&u, 0, second, &n);\n"
                              "    pthread_join(t, 0);\n"
                              "    pthread_join(u, 0);\n"
                              "    assert(x != 21);\n"
                              "    free(p);\n"
                              "}\n";
static const char right[] = "#include <assert.h>\n"
                            "#include <pthread.h>\n"
                            "extern int __VERIFIER_nondet_int(void);\n"
                            "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                            "static int x;\n"
                            "static void *add(void *n)\n"
                            "{\n"
                            "    pthread_mutex_lock(&m);\n"
                            "    x += *(int *)n & 7;\n"
                            "    pthread_mutex_unlock(&m);\n"
                            "    return 0;\n"
                            "}\n"
                            "int main(void)\n"
                            "{\n"
                            "    pthread_t t;\n"
                            "    int n = __VERIFIER_nondet_int();\n"
                            "    pthread_create(&t, 0, add, &n);\n"
                            "    add(&n);\n"
                            "    pthread_join(t, 0);\n"
                            "    assert(x == 2 * (n & 7));\n"
                            "}\n";

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fail_msg("cannot write %s", name);
}

static int set_up(void **state)
{
    (void)state;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 1);
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    write_file("failing.c", failing);
    write_file("right.c", right);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static struct heddle_check *prepare(const char *file, const char *options[][2])
{
    struct heddle_check *check = heddle_new();
    assert_non_null(check);
    assert_true(heddle_set(check, "cache", "cache"));
    assert_true(heddle_set(check, "witness", "w"));
    assert_true(heddle_add_file(check, file));
    for (unsigned k = 0; options && options[k][0]; k++)
        assert_true(heddle_set(check, options[k][0], options[k][1]));
    return check;
}

// ---- one entry after the other

struct entry {
    const char *name, *file;
    bool runs; // heddle_run comes before it
    enum heddle_status (*call)(struct heddle_check *check);
    const char *options[6][2];
};

static enum heddle_status text_status(const char *text)
{
    return text && text[0] ? HEDDLE_VIOLATION : HEDDLE_INCONCLUSIVE;
}

static enum heddle_status print_program(struct heddle_check *check)
{
    FILE *nowhere = fopen("/dev/null", "w");
    enum heddle_status status = heddle_print_program(check, nowhere);
    fclose(nowhere);
    return status;
}

static enum heddle_status write_witnesses(struct heddle_check *check)
{
    return heddle_write_witnesses(check) ? HEDDLE_VIOLATION : HEDDLE_INCONCLUSIVE;
}

static enum heddle_status as_text(struct heddle_check *check)
{
    return text_status(heddle_result_text(check, 80, true));
}

static enum heddle_status as_json(struct heddle_check *check)
{
    return text_status(heddle_result_json(check));
}

static enum heddle_status as_short(struct heddle_check *check)
{
    return text_status(heddle_result_short(check));
}

static enum heddle_status as_junit(struct heddle_check *check)
{
    return text_status(heddle_result_junit(check));
}

static enum heddle_status as_sarif(struct heddle_check *check)
{
    return text_status(heddle_result_sarif(check));
}

static enum heddle_status show_violations(struct heddle_check *check)
{
    bool all = heddle_violation_count(check) > 0;
    for (size_t k = 0; k < heddle_violation_count(check); k++) {
        struct heddle_violation violation;
        all = heddle_violation(check, k, &violation) && violation.line > 0 && all;
    }
    return all ? HEDDLE_VIOLATION : HEDDLE_INCONCLUSIVE;
}

static enum heddle_status replay(struct heddle_check *check)
{
    return heddle_replay(check, "kept/failing-1.json");
}

static enum heddle_status set(struct heddle_check *check)
{
    bool good = heddle_set(check, "property", "assertion,leak") && heddle_set(check, "unwind", "7") &&
                heddle_set(check, "args", "a 'b c'") && heddle_set(check, "havoc", "f,g") &&
                heddle_add_file(check, "other.c") && heddle_add_clang_argument(check, "-DX");
    return good ? HEDDLE_VIOLATION : HEDDLE_INCONCLUSIVE;
}

static const struct entry entries[] = {
    {"run", "failing.c", false, heddle_run, {{"all", NULL}}},
    {"run without pruning",
     "failing.c",
     false,
     heddle_run,
     {{"all", NULL}, {"prune", "off"}, {"slice", "off"}}},
    {"run with pruning",
     "failing.c",
     false,
     heddle_run,
     {{"all", NULL}, {"prune", "on"}, {"slice", "dynamic"}}},
    {"run for races", "failing.c", false, heddle_run, {{"property", "data-race,leak"}, {"all", NULL}}},
    {"run classic", "right.c", false, heddle_run, {{"por", "classic"}, {"independence", "none"}}},
    {"run with preemptions", "right.c", false, heddle_run, {{"iterative", NULL}}},
    {"print the program", "right.c", false, print_program, {{NULL}}},
    {"write witnesses", "failing.c", true, write_witnesses, {{"all", NULL}}},
    {"text", "failing.c", true, as_text, {{"all", NULL}, {"show-output", NULL}}},
    {"json", "failing.c", true, as_json, {{"all", NULL}}},
    {"sarif", "failing.c", true, as_sarif, {{"all", NULL}}},
    {"short", "failing.c", true, as_short, {{"all", NULL}}},
    {"junit", "failing.c", true, as_junit, {{"all", NULL}}},
    {"violations", "failing.c", true, show_violations, {{"all", NULL}}},
    {"replay", "failing.c", false, replay, {{NULL}}},
    {"options", "right.c", false, set, {{NULL}}},
};

static void check_entry(const struct entry *entry, uint64_t n, enum heddle_status expected, bool *failed)
{
    struct heddle_check *check = prepare(entry->file, (const char *(*)[2])entry->options);
    if (entry->runs)
        assert_int_equal(heddle_run(check), HEDDLE_VIOLATION);
    memory_fail_after(n);
    enum heddle_status status = entry->call(check);
    *failed = memory_fail_after(0) == 0;
    if (*failed && status != expected && status != HEDDLE_INCONCLUSIVE)
        fail_msg("%s, allocation %lu fails: status %d, \"%s\"", entry->name, (unsigned long)n, (int)status,
                 heddle_error(check));
    if (!*failed)
        assert_int_equal(status, expected);
    // Whatever happened, the result can be asked for.
    if (!entry->runs && entry->call != print_program && entry->call != set && entry->call != replay)
        assert_non_null(heddle_result_json(check));
    heddle_free(check);
}

static void test_every_allocation_fails(void **state)
{
    (void)state;
    struct heddle_check *first = prepare("failing.c", NULL);
    assert_int_equal(heddle_run(first), HEDDLE_VIOLATION);
    assert_true(heddle_set(first, "witness", "kept"));
    assert_true(heddle_write_witnesses(first));
    heddle_free(first);
    for (unsigned k = 0; k < sizeof entries / sizeof *entries; k++) {
        bool failed;
        enum heddle_status expected =
            entries[k].call == print_program || entries[k].file[0] == 'r' ? HEDDLE_SAFE : HEDDLE_VIOLATION;
        if (entries[k].call == set)
            expected = HEDDLE_VIOLATION;
        uint64_t n = 1;
        do {
            check_entry(&entries[k], n, expected, &failed);
            n += 1 + n / FAILURE_STEPS;
        } while (failed);
        print_message("%s: allocations up to %lu\n", entries[k].name, (unsigned long)n);
    }
}

static void test_new_fails(void **state)
{
    (void)state;
    for (uint64_t n = 1; n < 100; n++) {
        memory_fail_after(n);
        struct heddle_check *check = heddle_new();
        bool failed = memory_fail_after(0) == 0;
        assert_true(failed == (check == NULL));
        heddle_free(check);
        if (!failed)
            return;
    }
    fail();
}

// ---- several checks in one process

static void *run_check(void *file)
{
    for (int round = 0; round < 5; round++) {
        struct heddle_check *check = prepare(file, NULL);
        bool wrong = ((const char *)file)[0] == 'f';
        enum heddle_status status = heddle_run(check), expected = wrong ? HEDDLE_VIOLATION : HEDDLE_SAFE;
        const char *json = heddle_result_json(check);
        bool good = status == expected && json && heddle_count(check, "executions.complete") >= 0;
        heddle_free(check);
        if (!good)
            return file;
    }
    return NULL;
}

static void test_one_after_the_other(void **state)
{
    (void)state;
    assert_null(run_check("right.c"));
    assert_null(run_check("failing.c"));
    assert_null(run_check("right.c"));
}

static void test_in_threads(void **state)
{
    (void)state;
    static const char *const files[] = {"right.c", "failing.c", "right.c"};
    pthread_t threads[3];
    for (unsigned k = 0; k < 3; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, run_check, (void *)files[k]), 0);
    for (unsigned k = 0; k < 3; k++) {
        void *wrong;
        pthread_join(threads[k], &wrong);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_fails),
        cmocka_unit_test(test_one_after_the_other),
        cmocka_unit_test(test_in_threads),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
