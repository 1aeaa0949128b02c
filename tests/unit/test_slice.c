// Slices of small programs. Lines that end in `//+` are in the slice, lines with `//?` may be; everything
// else must not be.
#include "analysis/analyses.h"
#include "analysis/criteria.h"
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

#define HEAD                                                                                                 \
    "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <stdatomic.h>\n"               \
    "#include <string.h>\n#include <semaphore.h>\n"                                                          \
    "extern int nondet_int(void);\n"

struct analysis {
    struct program *program;
    struct dependence *dependence;
};

static struct analysis analyse(const char *text)
{
    struct analysis a = {.program = program_text_load(text)};
    a.dependence = dependence_compute_ordered(analyses_threads(a.program));
    return a;
}

static void release(struct analysis *a)
{
    dependence_free(a->dependence);
    program_free(a->program);
}

static bool line_in_slice(const struct slice *slice, uint32_t line)
{
    const struct program *p = slice->dependence->program;
    for (uint32_t code = 0; code < p->code_count; code++)
        if (slice_touches(slice, code) && program_text_line(p, code) == line)
            return true;
    return false;
}

static void check_marks(const struct slice *slice, const char *text)
{
    uint32_t line = 1;
    for (const char *at = text; *at; line++) {
        size_t length = strcspn(at, "\n");
        bool wanted = length > 3 && !strncmp(at + length - 3, "//+", 3);
        bool any = length > 3 && !strncmp(at + length - 3, "//?", 3);
        if (!any && line_in_slice(slice, line) != wanted)
            fail_msg("line %u %s the slice: %.*s", line, wanted ? "is not in" : "is in", (int)length, at);
        at += length + (at[length] != 0);
    }
}

static void check_slice(const char *text, uint32_t properties, uint32_t kinds)
{
    struct analysis a = analyse(text);
    struct slice *slice = slice_new(a.dependence);
    slice_follow(slice, kinds);
    assert_true(criteria_add(slice, properties, NULL) > 0);
    slice_close(slice, SLICE_BACKWARD);
    check_marks(slice, text);
    slice_free(slice);
    release(&a);
}

static void check_assertion(const char *text)
{
    check_slice(text, 1u << PROPERTY_ASSERTION, DEPENDENCE_PLAIN);
}

// ---- within a thread

static void test_registers_and_control(void **state)
{
    (void)state;
    check_assertion(HEAD "int main(void) { //?\n"
                         " int a = nondet_int(); //+\n"
                         " int b = nondet_int();\n"
                         " int c = nondet_int(); //+\n"
                         " int r = 1; //?\n"
                         " if (c) //+\n"
                         "  r = a; //?\n"
                         " b *= 3;\n"
                         " if (b) b++;\n"
                         " assert(r); //+\n"
                         " return b; }\n");
}

static void test_memory_fields(void **state)
{
    (void)state;
    check_assertion(HEAD "struct pair { int a, b; };\n"
                         "struct pair g, h; int x[4];\n"
                         "static void set(struct pair *p, int v) {\n"
                         " p->a = v; //+\n"
                         " p->b = 7;\n"
                         "}\n"
                         "int main(void) { //?\n"
                         " int v = nondet_int(); //+\n"
                         " set(&g, v); //+\n"
                         " h.a = 5;\n"
                         " x[nondet_int() & 3] = 2;\n"
                         " assert(g.a); //+\n"
                         " return g.b; }\n");
}

static void test_order_in_a_function(void **state)
{
    (void)state;
    check_assertion(HEAD "int x, y;\n"
                         "int main(void) { //?\n"
                         " x = nondet_int(); //+\n"
                         " assert(x); //+\n"
                         " x = nondet_int();\n"
                         " y = x;\n"
                         " return 0; }\n");
}

static void test_order_of_calls(void **state)
{
    (void)state;
    check_assertion(HEAD "int x, y;\n"
                         "static void put(int v) {\n"
                         " x = v; } //+\n"
                         "static int get(void) {\n"
                         " return x; } //+\n"
                         "static void clear(void) {\n"
                         " x = 0; }\n"
                         "static void *reader(void *p) {\n"
                         " y = 1;\n"
                         " return p; }\n"
                         "int main(void) {\n"
                         " pthread_t t;\n"
                         " put(nondet_int()); //+\n"
                         " pthread_create(&t, 0, reader, 0);\n"
                         " assert(get()); //+\n"
                         " clear();\n"
                         " return 0; }\n");
}

static void test_calls_and_results(void **state)
{
    (void)state;
    check_assertion(HEAD "static int twice(int a, int unused) {\n"
                         " unused++;\n"
                         " return 2 * a; } //+\n"
                         "static int other(int a) {\n"
                         " return a + 1; }\n"
                         "static int (*const table[2])(int) = {other, other};\n"
                         "int main(void) { //?\n"
                         " int a = nondet_int(); //+\n"
                         " int b = nondet_int();\n"
                         " int r = twice(a, b); //+\n"
                         " b = table[b & 1](b);\n"
                         " assert(r); //+\n"
                         " return b; }\n");
}

static void test_function_pointers(void **state)
{
    (void)state;
    check_assertion(HEAD "int g;\n"
                         "static void one(void) {\n"
                         " g = 1; } //+\n"
                         "static void two(void) {\n"
                         " g = 2; } //+\n"
                         "void (*f)(void) = one;\n"
                         "int main(void) { //?\n"
                         " if (nondet_int()) //+\n"
                         "  f = two; //+\n"
                         " f(); //+\n"
                         " assert(g == 1); //+\n"
                         " return 0; }\n");
}

static void test_stopping(void **state)
{
    (void)state;
    check_assertion(HEAD "extern void __VERIFIER_assume(int);\n"
                         "static void check(int v) {\n"
                         " if (v) //+\n"
                         "  exit(0); //+\n"
                         "}\n"
                         "int main(void) { //?\n"
                         " int a = nondet_int(); //+\n"
                         " int b = nondet_int();\n"
                         " int c = nondet_int(); //+\n"
                         " check(a); //+\n"
                         " __VERIFIER_assume(c < 3); //+\n"
                         " if (b) b = 2;\n"
                         " assert(0); //+\n"
                         " exit(b); }\n");
}

static void test_recursion(void **state)
{
    (void)state;
    check_assertion(HEAD "static int down(int n) {\n"
                         " if (n <= 0) //+\n"
                         "  return 7; //+\n"
                         " return down(n - 1) + 1; } //+\n"
                         "static int idle(int n) {\n"
                         " return n <= 0 ? 0 : idle(n - 1); }\n"
                         "int main(void) { //?\n"
                         " int n = nondet_int(); //+\n"
                         " int m = idle(n);\n"
                         " assert(down(n) > 0); //+\n"
                         " return m; }\n");
}

static void test_heap_and_copies(void **state)
{
    (void)state;
    check_assertion(HEAD "struct node { struct node *next; int key, value; };\n"
                         "int main(void) { //?\n"
                         " struct node *a = malloc(sizeof *a); //+\n"
                         " struct node *b = malloc(sizeof *b); //+\n"
                         " if (!a || !b) //+\n"
                         "  exit(1); //?\n"
                         " a->next = b; //+\n"
                         " a->key = 1; //?\n"
                         " b->key = nondet_int(); //+\n"
                         " b->value = nondet_int(); //?\n"
                         " struct node c;\n"
                         " memcpy(&c, b, sizeof c); //+\n"
                         " int r = a->next == b ? c.key : 0; //+\n"
                         " assert(r); //+\n"
                         " free(a); free(b);\n"
                         " return 0; }\n");
}

static void test_variable_arguments(void **state)
{
    (void)state;
    check_assertion(HEAD "#include <stdarg.h>\n"
                         "static int sum(int n, ...) { //?\n"
                         " va_list l; int s = 0;\n"
                         " va_start(l, n); //+\n"
                         " for (int i = 0; i < n; i++) //+\n"
                         "  s += va_arg(l, int); //+\n"
                         " va_end(l);\n"
                         " return s; } //+\n"
                         "int main(void) { //?\n"
                         " int a = nondet_int(); //+\n"
                         " int b = nondet_int();\n"
                         " assert(sum(2, a, 3)); //+\n"
                         " return b; }\n");
}

static void test_specific_values(void **state)
{
    (void)state;
    check_assertion(HEAD "static pthread_key_t k, l; int x;\n"
                         "static void *f(void *p) { //?\n"
                         " int a = nondet_int(), b = 0; //+\n"
                         " pthread_setspecific(k, &a); //+\n"
                         " pthread_setspecific(l, &b); //?\n"
                         " int *q = pthread_getspecific(k); //+\n"
                         " assert(*q); //+\n"
                         " x++;\n"
                         " return p; }\n"
                         "int main(void) { //?\n"
                         " pthread_t t;\n"
                         " pthread_key_create(&k, 0); //+\n"
                         " pthread_key_create(&l, 0); //?\n"
                         " pthread_create(&t, 0, f, 0); //+\n"
                         " pthread_join(t, 0);\n"
                         " return x; }\n");
}

static void test_once_and_destructors(void **state)
{
    (void)state;
    check_assertion(HEAD
                    "static pthread_once_t once = PTHREAD_ONCE_INIT; static pthread_key_t k; int x, y, z;\n"
                    "static void start(void) {\n"
                    " x = 1; //+\n"
                    " z = 2; }\n"
                    "static void end(void *p) {\n"
                    " y = *(int *)p; } //+\n"
                    "static void *f(void *p) {\n"
                    " pthread_once(&once, start); //+\n"
                    " pthread_setspecific(k, p); //+\n"
                    " return 0; }\n"
                    "int main(void) { //?\n"
                    " pthread_t t; int a = nondet_int(); //+\n"
                    " pthread_key_create(&k, end); //+\n"
                    " pthread_create(&t, 0, f, &a); //+\n"
                    " pthread_join(t, 0);\n"
                    " assert(x + y); //+\n"
                    " return 0; }\n");
}

static void test_strings_and_atomics(void **state)
{
    (void)state;
    check_assertion(HEAD "static atomic_int n, other; char text[8], rest[8];\n"
                         "static void *f(void *p) {\n"
                         " int seen = atomic_load(&n); //+\n"
                         " while (!atomic_compare_exchange_weak(&n, &seen, seen + 2)) ; //+\n"
                         " atomic_fetch_add(&other, 1);\n"
                         " strcpy(rest, p); //?\n"
                         " return p; }\n"
                         "int main(void) { //?\n"
                         " pthread_t t;\n"
                         " char c = (char)nondet_int(); //+\n"
                         " char from[2] = {c, 0}; //+\n"
                         " pthread_create(&t, 0, f, \"x\"); //+\n"
                         " strcpy(text, from); //+\n"
                         " strcpy(rest, from); //?\n"
                         " assert(strlen(text) < (unsigned)atomic_load(&n)); //+\n"
                         " return 0; }\n");
}

static void test_events_at_the_end(void **state)
{
    (void)state;
    check_assertion(HEAD "int x, y;\n"
                         "static void last(void) {\n"
                         " assert(x); } //+\n"
                         "static void *f(void *p) {\n"
                         " if (y) //+\n"
                         "  pthread_exit(0); //?\n"
                         " x = 1; //+\n"
                         " return p; }\n"
                         "int main(void) { //?\n"
                         " pthread_t t;\n"
                         " atexit(last); //+\n"
                         " y = nondet_int(); //+\n"
                         " pthread_create(&t, 0, f, 0); //+\n"
                         " pthread_join(t, 0);\n"
                         " return 0; }\n");
}

// ---- across threads

static void test_threads(void **state)
{
    (void)state;
    check_assertion(HEAD "int x, y, z;\n"
                         "static void *writer(void *p) {\n"
                         " x = *(int *)p; //+\n"
                         " y = 2;\n"
                         " return 0; }\n"
                         "static void *idle(void *p) {\n"
                         " (void)p;\n"
                         " z = y;\n"
                         " return 0; }\n"
                         "int main(void) { //?\n"
                         " pthread_t t, u; int a = nondet_int(); //+\n"
                         " pthread_create(&t, 0, writer, &a); //+\n"
                         " pthread_create(&u, 0, idle, 0);\n"
                         " assert(x == 0); //+\n"
                         " pthread_join(t, 0);\n"
                         " x = 4;\n"
                         " return 0; }\n");
}

static void test_results_of_threads(void **state)
{
    (void)state;
    check_assertion(HEAD "static void *one(void *p) {\n"
                         " int *r = malloc(4); //+\n"
                         " if (!r) abort(); //+\n"
                         " *r = *(int *)p; //+\n"
                         " return r; } //+\n"
                         "int main(void) { //?\n"
                         " pthread_t t; void *r; int a = nondet_int(); //+\n"
                         " pthread_create(&t, 0, one, &a); //+\n"
                         " pthread_join(t, &r); //+\n"
                         " assert(*(int *)r); //+\n"
                         " return 0; }\n");
}

static void test_trylock(void **state)
{
    (void)state;
    check_assertion(HEAD "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                         "static void *holder(void *p) {\n"
                         " pthread_mutex_lock(&n);\n"
                         " pthread_mutex_lock(&m); //+\n"
                         " pthread_mutex_unlock(&m); //+\n"
                         " pthread_mutex_unlock(&n);\n"
                         " return p; }\n"
                         "int main(void) { //?\n"
                         " pthread_t t;\n"
                         " pthread_create(&t, 0, holder, 0); //+\n"
                         " assert(!pthread_mutex_trylock(&m)); //+\n"
                         " return 0; }\n");
}

// ---- order

static void test_locks(void **state)
{
    (void)state;
    const char *text = HEAD "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                            "int x, y;\n"
                            "static void *both(void *p) {\n"
                            " pthread_mutex_lock(&m); //+\n"
                            " x++; //+\n"
                            " pthread_mutex_unlock(&m); //+\n"
                            " pthread_mutex_lock(&n);\n"
                            " y++;\n"
                            " pthread_mutex_unlock(&n);\n"
                            " return p; }\n"
                            "int main(void) { //?\n"
                            " pthread_t t;\n"
                            " pthread_create(&t, 0, both, 0); //+\n"
                            " pthread_mutex_lock(&n);\n"
                            " y++;\n"
                            " pthread_mutex_unlock(&n);\n"
                            " pthread_mutex_lock(&m); //+\n"
                            " x++; //+\n"
                            " assert(x); //+\n"
                            " pthread_mutex_unlock(&m); //+\n"
                            " return 0; }\n";
    check_slice(text, 1u << PROPERTY_ASSERTION, DEPENDENCE_ORDERED);
}

static void test_waits(void **state)
{
    (void)state;
    check_slice(HEAD "sem_t s, u; int x, y;\n"
                     "static void *poster(void *p) {\n"
                     " if (nondet_int()) //+\n"
                     "  sem_post(&s); //+\n"
                     " sem_post(&u);\n"
                     " return p; }\n"
                     "int main(void) { //?\n"
                     " pthread_t t;\n"
                     " sem_init(&s, 0, 0); //+\n"
                     " sem_init(&u, 0, 0);\n"
                     " pthread_create(&t, 0, poster, 0); //+\n"
                     " sem_wait(&s); //+\n"
                     " assert(x); //+\n"
                     " sem_wait(&u);\n"
                     " return y; }\n",
                1u << PROPERTY_ASSERTION, DEPENDENCE_ORDERED);
}

// ---- slices as such

static void test_growing(void **state)
{
    (void)state;
    const char *text = HEAD "int x, y, z;\n"
                            "int main(void) { //?\n"
                            " x = nondet_int();\n"
                            " y = nondet_int();\n"
                            " z = x;\n"
                            " z = z + y;\n"
                            " return 0; }\n";
    struct analysis a = analyse(text);
    struct slice *slice = slice_new(a.dependence);
    uint32_t store = program_text_find(a.program, 12, OP_STORE_G);
    slice_add(slice, store, SLICE_REACHED);
    slice_close(slice, SLICE_BACKWARD);
    assert_false(slice_contains(slice, store));
    assert_true(slice_touches(slice, store));
    assert_false(line_in_slice(slice, 10));
    slice_add(slice, store, SLICE_WHOLE);
    slice_close(slice, SLICE_BACKWARD);
    assert_true(slice_contains(slice, store) && line_in_slice(slice, 10));
    assert_false(line_in_slice(slice, 11) || line_in_slice(slice, 13));
    slice_add(slice, program_text_find(a.program, 13, OP_STORE_G), SLICE_WHOLE);
    slice_close(slice, SLICE_BACKWARD);
    assert_true(line_in_slice(slice, 11));
    struct slice_path path = {0};
    uint32_t first = program_text_find(a.program, 10, OP_STORE_G);
    assert_true(slice_why(slice, first, &path));
    assert_int_equal(path.data[0].code, first);
    assert_int_equal(path.data[0].kind, DEPENDENCE_MEMORY);
    assert_int_equal(path.data[path.size - 1].code, store);
    vector_free(&path);
    slice_free(slice);
    release(&a);
}

// An instruction of which first a part is asked for, and whose rest comes in because of what that part needs.
static void test_why_ends(void **state)
{
    (void)state;
    const char *text = HEAD "int x, y;\n"
                            "static void *f(void *u) {\n"
                            " if (x < 3)\n"
                            "  x = x + 1;\n"
                            " y = x;\n"
                            " return u; }\n"
                            "int main(void) {\n"
                            " pthread_t t;\n"
                            " pthread_create(&t, 0, f, 0);\n"
                            " f(0);\n"
                            " return y; }\n";
    struct analysis a = analyse(text);
    struct slice *slice = slice_new(a.dependence);
    uint32_t store = program_text_find(a.program, 11, OP_STORE_G);
    slice_add(slice, store, SLICE_REACHED);
    slice_close(slice, SLICE_BACKWARD);
    uint32_t load = program_text_find(a.program, 10, OP_LOAD_G);
    assert_true(slice_contains(slice, load));
    slice_add_node(slice, store, load, DEPENDENCE_ACROSS);
    slice_close(slice, SLICE_BACKWARD);
    for (uint32_t code = 0; code < a.program->code_count; code = code_next(a.program, code)) {
        struct slice_path path = {0};
        assert_true(slice_why(slice, code, &path) == slice_touches(slice, code));
        assert_true(path.size <= a.program->code_count);
        vector_free(&path);
    }
    slice_free(slice);
    release(&a);
}

static void test_forward(void **state)
{
    (void)state;
    const char *text = HEAD "int x, y, z;\n"
                            "static int add(int v) {\n"
                            " return v + 1; } //+\n"
                            "int main(void) { //?\n"
                            " x = nondet_int(); //+\n"
                            " y = nondet_int();\n"
                            " z = add(x); //+\n"
                            " if (y) y = 2;\n"
                            " if (z) //+\n"
                            "  y = 3; //+\n"
                            " return 0; }\n";
    struct analysis a = analyse(text);
    struct slice *slice = slice_new(a.dependence);
    slice_add(slice, program_text_find(a.program, 12, OP_STORE_G), SLICE_WHOLE);
    slice_close(slice, SLICE_FORWARD);
    check_marks(slice, text);
    slice_free(slice);
    release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_and_control),
        cmocka_unit_test(test_memory_fields),
        cmocka_unit_test(test_order_in_a_function),
        cmocka_unit_test(test_order_of_calls),
        cmocka_unit_test(test_calls_and_results),
        cmocka_unit_test(test_function_pointers),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_heap_and_copies),
        cmocka_unit_test(test_variable_arguments),
        cmocka_unit_test(test_specific_values),
        cmocka_unit_test(test_once_and_destructors),
        cmocka_unit_test(test_strings_and_atomics),
        cmocka_unit_test(test_events_at_the_end),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_results_of_threads),
        cmocka_unit_test(test_trylock),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_why_ends),
        cmocka_unit_test(test_forward),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
