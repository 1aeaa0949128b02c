// Thread structure: instances, orders by creation and join, what is shared. Places in programs are given by
// marks /*A*/ on lines.
#include "analysis/analyses.h"
#include "points_to_text.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define HEAD                                                                                                 \
    "#include <pthread.h>\n#include <stdlib.h>\n#include <stdatomic.h>\n#include <threads.h>\n"              \
    "int x, y, z; extern int nondet_int(void);\n"

struct analysis {
    const char *text;
    struct program *program;
    struct points_to *points_to;
    struct threads *threads;
};

static struct analysis analyse(const char *text)
{
    struct analysis a = {.text = text, .program = program_text_load(text)};
    a.points_to = analyses_points_to(a.program);
    a.threads = analyses_threads(a.program);
    return a;
}

static void release(struct analysis *a)
{
    program_free(a->program);
}

// A store on the line with the mark.
static uint32_t at(const struct analysis *a, char mark)
{
    char text[] = {'/', '*', mark, '*', '/', 0};
    const char *found = strstr(a->text, text);
    uint32_t line = 1;
    assert_non_null(found);
    for (const char *c = a->text; c < found; c++)
        line += *c == '\n';
    for (uint32_t code = 0; code < a->program->code_count; code++) {
        unsigned op = a->program->code[code].op;
        bool store = op == OP_STORE || op == OP_STORE_I || op == OP_STORE_G || op == OP_RMW;
        if (store && program_text_line(a->program, code) == line)
            return code;
    }
    fail_msg("no store at %c", mark);
    return 0;
}

// `pairs`: "AB" for marks that may run in parallel, "!AB" for those that may not, separated by blanks.
static void check_parallel(const char *text, const char *pairs)
{
    struct analysis a = analyse(text);
    for (const char *p = pairs; *p; p += strcspn(p, " "), p += *p == ' ') {
        bool expected = *p != '!';
        const char *pair = p + !expected;
        bool found = threads_may_run_in_parallel(a.threads, at(&a, pair[0]), at(&a, pair[1]));
        if (found != expected ||
            threads_may_run_in_parallel(a.threads, at(&a, pair[1]), at(&a, pair[0])) != found)
            fail_msg("%c and %c %s in parallel", pair[0], pair[1], found ? "may run" : "may not run");
    }
    release(&a);
}

static void test_creation_and_join(void **state)
{
    (void)state;
    check_parallel(HEAD "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "static void *g(void *p) {\n"
                        " x = 2; /*G*/\n"
                        " return p; }\n"
                        "int main(void) {\n"
                        " pthread_t t, u;\n"
                        " x = 3; /*A*/\n"
                        " pthread_create(&t, 0, f, 0);\n"
                        " x = 4; /*B*/\n"
                        " pthread_create(&u, 0, g, 0);\n"
                        " x = 5; /*C*/\n"
                        " pthread_join(t, 0);\n"
                        " x = 6; /*D*/\n"
                        " if (pthread_join(u, 0)) return 1;\n"
                        " x = 7; /*E*/\n"
                        " return 0; }\n",
                   "FG FB FC !FA !FD !FE !GA !GB GC GD !GE !FF !AB");
}

static void test_loops(void **state)
{
    (void)state;
    check_parallel(HEAD "enum { N = 3 };\n"
                        "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "int main(int argc, char **argv) {\n"
                        " pthread_t t[N]; int k; int n = nondet_int();\n"
                        " for (int i = 0; i < N; i++) {\n"
                        "  x = 2; /*A*/\n"
                        "  if (pthread_create(&t[i], 0, f, 0)) abort();\n"
                        " }\n"
                        " x = 3; /*B*/\n"
                        " for (k = 0; k < N; k++) {\n"
                        "  x = 4; /*C*/\n"
                        "  pthread_join(t[k], 0);\n"
                        " }\n"
                        " x = 5; /*D*/\n"
                        " return 0; }\n",
                   "FF FA FB FC !FD");
}

static void test_loops_with_a_bound(void **state)
{
    (void)state;
    check_parallel(HEAD
                   "static void *f(void *p) {\n"
                   " x = 1; /*F*/\n"
                   " return p; }\n"
                   "static void *g(void *p) {\n"
                   " x = 1; /*G*/\n"
                   " return p; }\n"
                   "int main(void) {\n"
                   " int n = nondet_int();\n"
                   " if (n < 1 || n > 100) return 1;\n"
                   " pthread_t *t = malloc((unsigned)n * sizeof *t), *u = malloc((unsigned)n * sizeof *t);\n"
                   " if (!t || !u) return 1;\n"
                   " for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0);\n"
                   " for (int i = 0; i < n; i++) pthread_create(&u[i], 0, g, 0);\n"
                   " for (int i = 0; i < n; i++) pthread_join(t[i], 0);\n"
                   " for (int i = 1; i < n; i++) pthread_join(u[i], 0);\n"
                   " x = 5; /*D*/\n"
                   " return 0; }\n",
                   "FF GG FG !FD GD");
}

static void test_joins_that_prove_nothing(void **state)
{
    (void)state;
    check_parallel(HEAD "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "static void *g(void *p) {\n"
                        " x = 1; /*G*/\n"
                        " return p; }\n"
                        "int main(void) {\n"
                        " pthread_t t, u[2], v;\n"
                        " pthread_create(&t, 0, f, 0);\n"
                        " for (int i = 0; i < 2; i++) pthread_create(&u[i], 0, g, 0);\n"
                        " if (nondet_int()) pthread_join(t, 0);\n"
                        " for (int i = 0; i < 2; i++) { if (nondet_int()) break; pthread_join(u[i], 0); }\n"
                        " x = 5; /*D*/\n"
                        " return 0; }\n",
                   "FG GG FD GD");
}

static void test_joins_of_single_threads_in_a_loop(void **state)
{
    (void)state;
    check_parallel(HEAD "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "static void *g(void *p) {\n"
                        " x = 1; /*G*/\n"
                        " return p; }\n"
                        "int main(void) {\n"
                        " pthread_t t[2];\n"
                        " pthread_create(&t[0], 0, f, 0);\n"
                        " pthread_create(&t[1], 0, g, 0);\n"
                        " for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n"
                        " x = 5; /*D*/\n"
                        " return 0; }\n",
                   "FG !FF !FD !GD");
}

static void test_nested_threads(void **state)
{
    (void)state;
    check_parallel(HEAD "static void *inner(void *p) {\n"
                        " x = 1; /*I*/\n"
                        " return p; }\n"
                        "static void *outer(void *p) {\n"
                        " pthread_t t;\n"
                        " x = 2; /*O*/\n"
                        " pthread_create(&t, 0, inner, 0);\n"
                        " x = 3; /*P*/\n"
                        " pthread_join(t, 0);\n"
                        " x = 4; /*Q*/\n"
                        " return p; }\n"
                        "static void *late(void *p) {\n"
                        " x = 5; /*L*/\n"
                        " return p; }\n"
                        "int main(void) {\n"
                        " pthread_t t, u;\n"
                        " x = 6; /*A*/\n"
                        " pthread_create(&t, 0, outer, 0);\n"
                        " x = 7; /*B*/\n"
                        " pthread_join(t, 0);\n"
                        " pthread_create(&u, 0, late, 0);\n"
                        " x = 8; /*C*/\n"
                        " return 0; }\n",
                   "!AO !AI BO BI !OI PI !QI !LI !LO !LQ LC !CI !CQ !LB");
}

static void test_functions_between(void **state)
{
    (void)state;
    check_parallel(HEAD "static pthread_t t;\n"
                        "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "static void start(void) {\n"
                        " pthread_create(&t, 0, f, 0); }\n"
                        "static void stop(void) {\n"
                        " pthread_join(t, 0); }\n"
                        "static void work(void) {\n"
                        " y = 2; /*W*/\n"
                        "}\n"
                        "static void report(void) {\n"
                        " y = 3; /*R*/\n"
                        "}\n"
                        "int main(void) {\n"
                        " x = 6; /*A*/\n"
                        " start();\n"
                        " work();\n"
                        " stop();\n"
                        " report();\n"
                        " atexit(report);\n"
                        " x = 8; /*C*/\n"
                        " return 0; }\n",
                   "!FA FW !FR !FC");
}

static void test_one_routine_created_twice(void **state)
{
    (void)state;
    check_parallel(HEAD "static void *f(void *p) {\n"
                        " x = 1; /*F*/\n"
                        " return p; }\n"
                        "static void *again(void *p) {\n"
                        " pthread_t t;\n"
                        " y = 1; /*G*/\n"
                        " if (nondet_int()) pthread_create(&t, 0, again, 0);\n"
                        " return p; }\n"
                        "int main(void) {\n"
                        " pthread_t t, u;\n"
                        " pthread_create(&t, 0, f, 0);\n"
                        " pthread_join(t, 0);\n"
                        " pthread_create(&u, 0, f, 0);\n"
                        " y = 6; /*A*/\n"
                        " pthread_create(&t, 0, again, 0);\n"
                        " return 0; }\n",
                   "!FF GG FG !AG");
}

// ---- objects

static bool shared(const struct analysis *a, const char *name)
{
    for (uint32_t o = 0; o < points_to_object_count(a->points_to); o++) {
        char text[128];
        struct place place = {.object = o};
        points_to_describe(a->points_to, &place, text, sizeof text);
        if (strstr(text, name) && threads_shared(a->threads, o))
            return true;
    }
    return false;
}

static void test_sharing(void **state)
{
    (void)state;
    struct analysis a = analyse(HEAD "int both, only_main, before, read_only, joined;\n"
                                     "_Thread_local int own;\n"
                                     "struct node { int v; };\n"
                                     "static void add(int *mine) {\n"
                                     " *mine += 1; /*M*/\n"
                                     " own++; /*O*/\n"
                                     " both++; /*B*/\n"
                                     "}\n"
                                     "static void *f(void *p) {\n"
                                     " int local = before + read_only;\n"
                                     " struct node *n = malloc(sizeof *n);\n"
                                     " if (!n) abort();\n"
                                     " n->v = 2; /*N*/\n"
                                     " add(&local);\n"
                                     " *(int *)p = n->v; /*P*/\n"
                                     " joined = local;\n"
                                     " free(n);\n"
                                     " return 0; }\n"
                                     "int main(void) {\n"
                                     " pthread_t t, u; int passed = 0;\n"
                                     " before = 1; /*Q*/\n"
                                     " pthread_create(&t, 0, f, &passed);\n"
                                     " pthread_create(&u, 0, f, &passed);\n"
                                     " only_main++;\n"
                                     " both++;\n"
                                     " pthread_join(t, 0);\n"
                                     " pthread_join(u, 0);\n"
                                     " return both; }\n");
    const char *const yes[] = {"both", "passed", "joined"};
    const char *const no[] = {"only_main", "before", "read_only", "local"};
    for (unsigned k = 0; k < sizeof yes / sizeof *yes; k++)
        if (!shared(&a, yes[k]))
            fail_msg("%s is not shared", yes[k]);
    for (unsigned k = 0; k < sizeof no / sizeof *no; k++)
        if (shared(&a, no[k]))
            fail_msg("%s is shared", no[k]);
    assert_false(threads_accesses_shared(a.threads, at(&a, 'M')));
    assert_false(threads_accesses_shared(a.threads, at(&a, 'O')));
    assert_true(threads_accesses_shared(a.threads, at(&a, 'B')));
    assert_false(threads_accesses_shared(a.threads, at(&a, 'N')));
    assert_true(threads_accesses_shared(a.threads, at(&a, 'P')));
    assert_false(threads_accesses_shared(a.threads, at(&a, 'Q')));
    release(&a);
}

static void test_published(void **state)
{
    (void)state;
    struct analysis a = analyse(HEAD "struct node { struct node *next; int v; };\n"
                                     "_Atomic(struct node *) top; struct node *kept;\n"
                                     "static void *f(void *p) {\n"
                                     " struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m);\n"
                                     " if (!n || !m) abort();\n"
                                     " n->v = 2; /*N*/\n"
                                     " m->v = 3; /*M*/\n"
                                     " n->next = 0;\n"
                                     " top = n;\n"
                                     " free(m);\n"
                                     " return 0; }\n"
                                     "int main(void) {\n"
                                     " pthread_t t;\n"
                                     " pthread_create(&t, 0, f, 0);\n"
                                     " if (top) top->v = 1; /*R*/\n"
                                     " return 0; }\n");
    assert_true(threads_accesses_shared(a.threads, at(&a, 'N')));
    assert_false(threads_accesses_shared(a.threads, at(&a, 'M')));
    assert_true(threads_accesses_shared(a.threads, at(&a, 'R')));
    release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_creation_and_join),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_loops_with_a_bound),
        cmocka_unit_test(test_joins_that_prove_nothing),
        cmocka_unit_test(test_joins_of_single_threads_in_a_loop),
        cmocka_unit_test(test_nested_threads),
        cmocka_unit_test(test_functions_between),
        cmocka_unit_test(test_one_routine_created_twice),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
