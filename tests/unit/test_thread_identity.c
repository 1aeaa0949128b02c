// What of a program could tell threads apart that have one routine and one argument.
#include "analysis/analyses.h"
#include "analysis/thread_identity.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                                 \
    "#define _GNU_SOURCE\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n"               \
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"                    \
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, copy; struct { int v; pthread_mutex_t m; } pair;\n"      \
    "int x; _Atomic(int *) where; pthread_t t[3], other; atomic_uintptr_t word;\n"                           \
    "extern uintptr_t __VERIFIER_nondet_ulong(void);\n"
#define MAIN                                                                                                 \
    "int main(void) { for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, run, 0);\n"                       \
    " for (int k = 0; k < 3; k++) pthread_join(t[k], 0); return 0; }\n"

// `why`: what the reason begins with; NULL: nothing tells.
static void check_main(const char *body, const char *main, const char *why)
{
    char text[4000], *found;
    uint32_t code;
    snprintf(text, sizeof text, HEAD "static void *run(void *p) { int own = 0; (void)own; %s return p; }\n%s",
             body, main);
    struct program *program = program_text_load(text);
    bool hidden = thread_identity_hidden(analyses_threads(program), &found, &code);
    if (hidden != !why || (why && strncmp(found, why, strlen(why)) != 0))
        fail_msg("%s: %s", body, hidden ? "nothing tells" : found ? found : "no alike threads");
    assert_int_equal(code == NO_CODE, false);
    memory_free(found);
    program_free(program);
}

static void check(const char *body, const char *why)
{
    check_main(body, MAIN, why);
}

static void test_hidden(void **state)
{
    (void)state;
    check("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", NULL);
    check("int *b = malloc(4); *b = 1; free(b);", NULL);
    check("printf(\"%d %s\\n\", x, \"text\");", NULL);
    check("where = &own; if (where == &own) x++;", NULL);
    check("int *null = 0; atomic_compare_exchange_strong(&where, &null, &own);", NULL);
    check("int *old = where; atomic_compare_exchange_strong(&where, &old, &own);", NULL);
    check("char text[8]; char *c = text; while (c < text + 8) *c++ = 0;", NULL);
    check("if ((uintptr_t)&own & 3) x++;", NULL);
    check("pair.v = pair.v + 1; pthread_mutex_lock(&pair.m); pthread_mutex_unlock(&pair.m);", NULL);
}

static void test_addresses(void **state)
{
    (void)state;
    static const char number[] = "an address is used as a number";
    check("if ((uintptr_t)&own % 7) x++;", number);
    check("if (where < &own) x++; where = &own;", number);
    check("x = (int)(&own - where); where = &own;", number);
    check("where = &own; uintptr_t n = __VERIFIER_nondet_ulong(); if ((uintptr_t)where == n) x++;", number);
    check("where = &own; int *n = (int *)__VERIFIER_nondet_ulong();"
          "atomic_compare_exchange_strong(&where, &n, 0);",
          number);
    check("double d; int *a = &own; memcpy(&d, &a, 8); if (d > 0) x++;", number);
    check("where = &own; if (*(unsigned char *)((char *)&where + 2)) x++;", number);
    check("word ^= (uintptr_t)&own;", number);
    check("char text[20]; sprintf(text, \"%p\", (void *)&own); x = text[3];", number);
}

static void test_of_main(void **state)
{
    (void)state;
    static const char joins[] = " for (int k = 0; k < 3; k++) pthread_join(t[k], 0); return 0; }\n";
    char main[1000];
    snprintf(main, sizeof main,
             "int main(void) { int *a = malloc(4), *b = malloc(4); where = a < b ? a : b;"
             " word = (uintptr_t)a %% 7; for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, run, 0);%s",
             joins);
    check_main("if (where == &own) x++;", main, NULL);
    check_main("where = malloc(4);", main, NULL);
    snprintf(main, sizeof main,
             "int main(void) { for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, run, 0);"
             " word = (uintptr_t)where %% 7;%s",
             joins);
    check_main("where = &own;", main, "an address is used as a number");
}

static void test_locks(void **state)
{
    (void)state;
    static const char read[] = "the memory of a synchronisation object is read";
    check("pthread_mutex_lock(&m); x = m.__data.__owner; pthread_mutex_unlock(&m);", read);
    check("pthread_mutex_lock(&m); copy = m; pthread_mutex_unlock(&m);", read);
    check("pthread_mutex_lock(&pair.m); x = memcmp(&pair, \"0000\", sizeof pair);", read);
}

static void test_handles(void **state)
{
    (void)state;
    check("other = pthread_self();", "pthread_self may say");
    check("x = gettid();", "pthread_self may say");
    check("pthread_mutex_lock(&m); if (t[0] == t[1]) x++; pthread_mutex_unlock(&m);", "a handle of a thread");
    check("x = (int)t[0];", "a handle of a thread");
    check_main("",
               "int main(void) { pthread_create(&t[0], 0, run, 0); pthread_create(&t[1], 0, run, 0);"
               " pthread_join(t[0], 0); pthread_join(t[1], 0); pthread_join(x, 0); return 0; }\n",
               "a thread is joined by a handle that is not known");
}

static void test_code(void **state)
{
    (void)state;
    check("extern int ask(void); x = ask();", "ask has no body and no model");
    check("*(int *)__VERIFIER_nondet_ulong() = 1;", "memory is accessed at an address that is not known");
}

static void test_no_alike_threads(void **state)
{
    (void)state;
    uint32_t code;
    char *why;
    struct program *program = program_text_load(
        HEAD "static void *run(void *p) { return p; } static void *also(void *p) { return p; }\n"
             "int main(void) { pthread_create(&t[0], 0, run, 0); pthread_create(&t[1], 0, also, 0);"
             " pthread_join(t[0], 0); pthread_join(t[1], 0); return 0; }\n");
    assert_false(thread_identity_hidden(analyses_threads(program), &why, &code));
    assert_null(why);
    program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hidden),           cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_of_main),          cmocka_unit_test(test_locks),
        cmocka_unit_test(test_handles),          cmocka_unit_test(test_code),
        cmocka_unit_test(test_no_alike_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
