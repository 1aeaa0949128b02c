// Counterparts and what a change can affect, in pairs of small programs. Of the new version lines that end in
// `//~` have an instruction that changed, lines with `//>` one that is affected and none that changed; all
// others have neither.
#include "analysis/affected_state.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

#define HEAD "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nextern int nondet_int(void);\n"

struct versions {
    struct program *programs[2];
    struct counterparts *counterparts;
};

static struct versions load(const char *old_text, const char *new_text)
{
    struct versions v = {.programs = {program_text_load(old_text), program_text_load(new_text)}};
    v.counterparts = counterparts_find(v.programs[VERSION_OLD], v.programs[VERSION_NEW]);
    return v;
}

static void release(struct versions *v)
{
    counterparts_free(v->counterparts);
    program_free(v->programs[VERSION_OLD]);
    program_free(v->programs[VERSION_NEW]);
}

static char mark_of(const struct versions *v, const struct affected *a, uint32_t line)
{
    const struct program *p = v->programs[VERSION_NEW];
    char mark = ' ';
    for (uint32_t code = 0; code < p->code_count; code++) {
        if (p->code[code].op == OP_EXTRA || program_text_line(p, code) != line)
            continue;
        if (v->counterparts->code[VERSION_NEW][code] == NO_CODE)
            return '~';
        if (affected_node(&a->impacts[VERSION_NEW], code))
            mark = '>';
    }
    return mark;
}

static void check(const char *old_text, const char *new_text)
{
    struct versions v = load(old_text, new_text);
    struct affected *a = affected_find(v.counterparts, 8u << 20);
    uint32_t line = 1;
    assert_null(affected_unknown(a));
    for (const char *at = new_text; *at; line++) {
        size_t length = strcspn(at, "\n");
        char wanted = length > 3 && at[length - 3] == '/' && at[length - 2] == '/' ? at[length - 1] : ' ';
        char found = mark_of(&v, a, line);
        if (found != wanted)
            fail_msg("line %u is marked '%c', not '%c': %.*s", line, found, wanted, (int)length, at);
        at += length + (at[length] != 0);
    }
    affected_free(a);
    release(&v);
}

static void test_nothing_changes(void **state)
{
    (void)state;
    struct versions v =
        load(HEAD "static int x = 1; static int f(int a) { int b = a + x; return b; }\n"
                  "int main(void) { assert(f(2) == 3); return 0; }\n",
             HEAD "// moved, renamed and reformatted\nint main(void);\nstatic int other_order;\n"
                  "static int x = 1;\nint main(void)\n{\n    int f(int);\n    return 0;\n}\n");
    assert_false(counterparts_all(v.counterparts));
    release(&v);
    v = load(HEAD "static int x = 1;\nstatic int f(int a) { int b = a + x; return b; }\n"
                  "int main(void) { assert(f(2) == 3); return 0; }\n",
             HEAD
             "static int f(int);\nint main(void)\n{\n    assert(f(2)\n == 3); return 0;\n}\n\n"
             "static int x = 1;\nstatic int f(int first)\n{\n    int sum = first + x;\n    return sum;\n}\n");
    assert_true(counterparts_all(v.counterparts));
    release(&v);
}

static void test_values_follow_registers(void **state)
{
    (void)state;
    check(HEAD "static int x, y;\nint main(void)\n{\n    int a = nondet_int(), b = nondet_int();\n"
               "    x = a - 1;\n    y = b - 1;\n    return 0;\n}\n",
          HEAD "static int x, y;\nint main(void)\n{\n    int a = nondet_int(), b = nondet_int();\n"
               "    x = b - 1; //~\n    y = b - 1;\n    return 0;\n}\n");
}

static void test_merges_of_registers(void **state)
{
    (void)state;
    check(HEAD "static int x, y;\nint main(void)\n{\n    int a = 1, b = 2;\n"
               "    if (nondet_int()) { a = 3; b = 4; }\n    x = a;\n    y = b;\n    return 0;\n}\n",
          HEAD "static int x, y;\nint main(void)\n{\n    int a = 1, b = 2;\n"
               "    if (nondet_int()) { a = 3; b = 5; } //~\n    x = a;\n    y = b; //~\n    return 0;\n}\n");
}

static void test_other_threads(void **state)
{
    (void)state;
    check(HEAD "static int x = 15, y = 5;\nstatic void *t(void *p)\n{\n    int a = x;\n    y = 10;\n    "
               "assert(a >= 10);\n"
               "    return p;\n}\nint main(void)\n{\n    pthread_t h;\n    pthread_create(&h, NULL, t, "
               "NULL);\n    x = 10;\n"
               "    int b = y;\n    assert(b >= 5);\n    pthread_join(h, NULL);\n    return 0;\n}\n",
          HEAD "static int x = 15, y = 5;\nstatic void *t(void *p)\n{\n    int a = x; //>\n    y = 10;\n    "
               "assert(a >= 10); //>\n"
               "    return p; //>\n}\nint main(void)\n{\n    pthread_t h;\n    pthread_create(&h, NULL, t, "
               "NULL);\n    x = 5; //~\n"
               "    int b = y;\n    assert(b >= 5);\n    pthread_join(h, NULL);\n    return 0;\n}\n");
}

static void test_variables(void **state)
{
    (void)state;
    check(HEAD "static int x = 1, y = 2, *p = &x;\nint main(void)\n{\n    assert(x == 1);\n    assert(y == "
               "2);\n    return *p;\n}\n",
          HEAD "static int x = 1, y = 3, *p = &x;\nint main(void)\n{\n    assert(x == 1);\n    assert(y == "
               "2); //>\n    return *p; //>\n}\n");
}

static void test_control_flow(void **state)
{
    (void)state;
    check(HEAD "static int x, y;\nstatic void f(void)\n{\n    x = 1;\n}\nint main(void)\n{\n    f();\n"
               "    assert(x);\n    assert(!y);\n    return 0;\n}\n",
          HEAD "static int x, y;\nstatic void f(void)\n{\n    if (nondet_int()) x = 1; //~\n} //>\nint "
               "main(void)\n{\n"
               "    f();\n    assert(x); //>\n    assert(!y); //>\n    return 0; //>\n}\n");
}

// What was under a condition is not any more, and the other way round, though the order of the code is as
// before.
static void test_other_conditions(void **state)
{
    (void)state;
    check(HEAD
          "static int x, y, z;\nint main(void)\n{\n    int n = nondet_int();\n    if (n) { x = 1; y = 1; }\n"
          "    z = 1;\n    return 0;\n}\n",
          HEAD "static int x, y, z;\nint main(void)\n{\n    int n = nondet_int();\n    if (n) { x = 1; }\n"
               "    y = 1; //~\n    z = 1;\n    return 0;\n}\n");
    check(HEAD "static int x, y;\nint main(void)\n{\n    int n = nondet_int();\n    if (n) x = 1; else y = "
               "1;\n    return 0;\n}\n",
          HEAD "static int x, y;\nint main(void)\n{\n    int n = nondet_int();\n    if (!n) x = 1; else y = "
               "1; //~\n    return 0;\n}\n");
    check(HEAD "static int x, y;\nint main(void)\n{\n    int n = nondet_int();\n    for (int k = 0; k < n; "
               "k++) { x++; y++; }\n    return 0;\n}\n",
          HEAD "static int x, y;\nint main(void)\n{\n    int n = nondet_int();\n    for (int k = 0; k < n; "
               "k++) { x++; }\n    y++; //~\n    return 0;\n}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_changes),     cmocka_unit_test(test_values_follow_registers),
        cmocka_unit_test(test_merges_of_registers), cmocka_unit_test(test_other_threads),
        cmocka_unit_test(test_variables),           cmocka_unit_test(test_control_flow),
        cmocka_unit_test(test_other_conditions),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
