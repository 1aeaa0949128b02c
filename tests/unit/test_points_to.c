// What small C programs' pointers point to: exact sets where the analysis is exact, and nothing missing
// elsewhere.
#include "analysis/pointers.h"
#include "points_to_text.h"
#include "program/frontend.h"

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

#ifndef HEDDLE_BUILD_DIR
#define HEDDLE_BUILD_DIR "."
#endif

static char folder[64];
static struct program *program;
static struct points_to *pt;

static int enter_folder(void **state)
{
    (void)state;
    setenv("HEDDLE_LIBEXEC", HEDDLE_BUILD_DIR, 0);
    strcpy(folder, "/tmp/test_points_to.XXXXXX");
    return !mkdtemp(folder) || chdir(folder);
}

static int leave_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") || system(command);
}

// What every text may use; not with 32 bits, for which the headers may not be installed.
static const char prelude[] =
    "#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n#include <stdint.h>\n"
    "#include <pthread.h>\nint a, b, c; void *out, *out2;\n";

static void analyse_bits(const char *text, unsigned bits)
{
    const char *file = "t.c";
    struct error error = {0};
    FILE *f = fopen(file, "w");
    fprintf(f, "%s%s", bits == 64 ? prelude : "", text);
    fclose(f);
    struct frontend_options options = {
        .files = &file, .file_count = 1, .cache_folder = "", .pointer_bits = bits};
    program = frontend_load(&options, &error);
    if (!program)
        fail_msg("%s", error.message);
    pt = points_to_compute(program);
}

static void analyse(const char *text)
{
    analyse_bits(text, 64);
}

static void done(void)
{
    points_to_free(pt);
    program_free(program);
}

static int by_text(const void *x, const void *y)
{
    return strcmp(x, y);
}

// Names of the places, sorted; those of heap blocks without the code index.
static void describe(const struct place_set *set, char *text, size_t size)
{
    char names[64][100];
    uint32_t count = 0;
    for (uint32_t k = 0; k < set->size && count < 64; k++) {
        char name[400];
        points_to_describe(pt, &set->data[k], name, sizeof name);
        char *at = strstr(name, " (@"), *close = at ? strchr(at, ')') : NULL;
        if (close)
            memmove(at, close + 1, strlen(close + 1) + 1);
        if ((at = strstr(name, " called at @")))
            memmove(at, at + strcspn(at + 12, "+") + 12, strlen(at + strcspn(at + 12, "+") + 12) + 1);
        snprintf(names[count++], sizeof names[0], "%.99s", name);
    }
    qsort(names, count, sizeof names[0], by_text);
    text[0] = 0;
    for (uint32_t k = 0; k < count; k++)
        snprintf(text + strlen(text), size - strlen(text), "%s%s", k ? " " : "", names[k]);
}

// The abstract object of a global; NO_CODE: none was pointed to.
static uint32_t object_of(const char *global)
{
    for (uint32_t k = 0; k < points_to_object_count(pt); k++) {
        const struct abstract_object *o = points_to_object(pt, k);
        if (o->kind == ABSTRACT_GLOBAL && k != OBJECT_INPUT &&
            !strcmp(program_string(program, program->globals[o->index].name), global))
            return k;
    }
    return NO_CODE;
}

static void expect_content(const char *global, const char *expected)
{
    char text[2000] = "";
    uint32_t object = object_of(global);
    if (object != NO_CODE)
        describe(points_to_content(pt, object), text, sizeof text);
    assert_string_equal(text, expected);
}

static void expect_contains(const char *global, const char *part)
{
    char text[2000] = "";
    uint32_t object = object_of(global);
    assert_int_not_equal(object, NO_CODE);
    describe(points_to_content(pt, object), text, sizeof text);
    if (!strstr(text, part))
        fail_msg("%s: '%s' has no '%s'", global, text, part);
}

static void check(const char *text, const char *expected)
{
    analyse(text);
    expect_content("out", expected);
    done();
}

// ---- values

static void test_values(void **state)
{
    (void)state;
    check("int main(int n, char **v) { (void)v; out = n > 1 ? &a : &b; out2 = &c; }", "a b");
    check("int main(int n, char **v) { (void)v; int *p = &a; int **q = &p; if (n > 1) *q = &b; out = *q; }",
          "a b");
    // registers are reused: what is unrelated stays apart
    check("static int *id(int *p) { int *volatile q = p; return q; }"
          "int main(void) { int *p = id(&a); *p = 1; out2 = p; out = &b; }",
          "b");
    check("int main(int n, char **v) { (void)v; int *p = &a; int *q = &b; while (n--) { int *t = p; p = q; q "
          "= t; }"
          "out = p; }",
          "a b");
    check("int main(void) { out = 0; }", "");
    check("int main(int n, char **v) { (void)n; out = v[1]; }", "arguments");
}

static void test_fields(void **state)
{
    (void)state;
    const char *head = "struct s { int n; int *p, *q; struct { char *t; int *u; } in; } s, *r = &s;";
    char text[1000];
    snprintf(text, sizeof text,
             "%s int main(void) { s.p = &a; s.q = &b; s.in.u = &c; out = r->q; out2 = r->in.u; }", head);
    analyse(text);
    expect_content("out", "b");
    expect_content("out2", "c");
    expect_content("s", "a b c");
    done();
    // copies of structures keep fields apart
    snprintf(text, sizeof text,
             "%s struct s f(struct s x) { return x; } int main(void) { s.p = &a; s.q = &b; struct s t = s, u;"
             "memcpy(&u, &t, sizeof u); u = f(u); out = u.p; }",
             head);
    check(text, "a");
    // from a member to the whole and back
    check("struct item { int *payload; struct item *next; } x; struct item **link;"
          "int main(void) { x.payload = &a; link = &x.next;"
          "struct item *i = (struct item *)((char *)link - __builtin_offsetof(struct item, next)); out = "
          "i->payload;"
          "out2 = i; }",
          "a");
    check("struct item { int *payload; struct item *next; } x, y; int main(int n, char **v) { (void)v;"
          "struct item **link = &x.next; x.next = &y; y.next = &x; y.payload = &b; x.payload = &a;"
          "struct item *i = &x; while (n--) { link = &i->next;"
          "i = (struct item *)((char *)link - __builtin_offsetof(struct item, next)); } out = i; }",
          "x");
}

// Where a copy may be from and to very many objects, everything goes through one node, and nothing is lost.
static void test_many_copies(void **state)
{
    (void)state;
    char text[4096] = "struct s { int *p, *q; };"
                      "int main(int n, char **v) { (void)v; struct s *x = 0, *y = 0;";
    for (int k = 0; k < 20; k++)
        sprintf(text + strlen(text), "static struct s x%d, y%d; %s if (n == %d) { x = &x%d; y = &y%d; }", k,
                k, k == 7 ? "x7.p = &a; x7.q = &b;" : "", k, k, k);
    strcat(text, "memcpy(y, x, (size_t)n); out = y3.p; out2 = y19.q; return 0; }");
    analyse(text);
    expect_contains("out", "a");
    expect_contains("out2", "b");
    done();
}

static void test_arrays(void **state)
{
    (void)state;
    check("int *v[10]; int main(int n, char **w) { (void)w; v[n] = &a; v[2] = &b; out = v[n + 1]; }", "a b");
    check("int *v[10]; int main(void) { v[1] = &a; v[2] = &b; out = v[2]; }", "b");
    // fields of the elements of an array stay apart
    check("struct e { int *p, *q; long n; } v[10]; int main(int n, char **w) { (void)w; v[n].p = &a; v[n].q "
          "= &b;"
          "v[3].p = &c; out = v[n + 1].q; }",
          "b");
    check("struct e { int *p, *q; long n; } v[10]; int main(int n, char **w) { (void)w; v[n].p = &a; v[3].p "
          "= &c;"
          "struct e *e = v; while (n--) e++; out = e->p; }",
          "a c");
    check("struct big { int x[70]; int *p; int *q; } v[9]; int main(int n, char **w) { (void)w; v[n].p = &a;"
          "v[n].q = &b; out = v[n * 2].q; }",
          "b");
    check("int x[10]; int main(int n, char **w) { (void)w; out = &x[n]; }", "x+0+4n");
    check("int x[10]; int main(int n, char **w) { (void)n; (void)w; out = &x[3]; }", "x+12");
    check("char x[10]; int main(int n, char **w) { (void)w; out = &x[n]; }", "x+?");
    check(
        "int *m[4][4]; int main(int n, char **w) { (void)w; m[n][1] = &a; m[n][2] = &b; out = m[n + 1][2]; }",
        "b");
}

// ---- memory

static void test_heap(void **state)
{
    (void)state;
    // a block a call of the allocation wrapper
    check("static void *get(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n"
          "int main(void) { int **p = get(8), **q = get(8); *p = &a; *q = &b; out = *q; }",
          "b");
    check("struct l { struct l *next; int *p; }; int main(int n, char **v) { (void)v; struct l *h = 0;"
          "while (n--) {\nstruct l *x = malloc(sizeof *x); x->next = h; x->p = n & 1 ? &a : &b; h = x; }"
          "for (struct l *i = h; i; i = i->next) { out = i->p; out2 = i->next; } }",
          "a b");
    check("int main(int n, char **v) { (void)v; int **p = malloc(16); p[0] = &a; p[1] = &b;"
          "p = realloc(p, 32 * (unsigned)n); out = p[1]; }",
          "b");
    check("int main(void) { void *p; posix_memalign(&p, 64, 16); *(int **)p = &a; out = *(int **)p; }", "a");
    check("int main(void) { int **p = calloc(2, 8); out = p[1]; }", "");
    check("int main(void) { char *p = strdup(\"x\"); int *q[2] = {&a, &b}; out = q[p[0] & 1]; free(p); }",
          "a b");
}

static void test_numbers(void **state)
{
    (void)state;
    check("int main(void) { uintptr_t u = (uintptr_t)&a | 1; out = (void *)(u & ~(uintptr_t)1); }", "a+?");
    check(
        "int *volatile x = &a, *volatile y = &b; int main(void) { uintptr_t u = (uintptr_t)x ^ (uintptr_t)y;"
        "out = (void *)(u ^ (uintptr_t)y); }",
        "a+? b+?");
    check("int *volatile x = &a; int main(int n, char **v) { (void)v; uintptr_t u = (uintptr_t)x * 2;"
          "out = (void *)(u / 2 + (unsigned)n); }",
          "a+?");
    check("int main(void) { int *volatile x = &a; unsigned lo = (unsigned)(uintptr_t)x, hi = "
          "(unsigned)((uintptr_t)x >> 32);"
          "out = (void *)((uintptr_t)hi << 32 | lo); }",
          "a+?");
    // in pieces through memory
    check("char buffer[8]; int main(void) { int *p = &a, *q; for (int k = 0; k < 8; k++) buffer[k] = ((char "
          "*)&p)[k];"
          "for (int k = 0; k < 8; k++) ((char *)&q)[k] = buffer[k]; out = q; }",
          "a+?");
    check("union { int *p; struct { unsigned lo, hi; } n; } u; int main(void) { u.p = &a; u.n.lo |= 1; out = "
          "u.p; }",
          "a a+?");
    check("_Atomic(int *) p; int main(void) { p = &a; int *e = &b; __c11_atomic_compare_exchange_strong(&p, "
          "&e, &c, 5, 5);"
          "out = __c11_atomic_exchange(&p, 0, 5); }",
          "a c");
    // constants: the address of a global, and a pointer in initial data
    check("int *p = &a; struct { int n; int *q; } t[] = {{1, &b}, {2, &c}}; int main(void) { out = t[1].q; "
          "out2 = p; }",
          "c");
}

static void test_inputs(void **state)
{
    (void)state;
    // an index from an input stays in the array; an address from inputs alone may be anywhere
    check("int __VERIFIER_nondet_int(void); int *v[4] = {&a, &b}; int main(void) { out = "
          "v[__VERIFIER_nondet_int()]; }",
          "a b");
    analyse("unsigned long __VERIFIER_nondet_ulong(void); int *p = &b;"
            "int main(void) { int **q = (int **)__VERIFIER_nondet_ulong(); *q = &a; out = p; }");
    expect_contains("out", "a");
    expect_contains("out", "b");
    done();
    analyse("void mystery(int **); void *secret(void); static int hidden; static int *p = &b, *q = &c, s;"
            "int main(void) { p = &hidden; mystery(&p); out = secret(); out2 = &s; q = 0; }");
    expect_contains("out", "unknown");
    expect_contains("out", "p"); // it was handed over
    uint32_t hidden = object_of("hidden");
    uint32_t apart = object_of("s");
    assert_true(points_to_object(pt, hidden)->flags & ABSTRACT_ESCAPED);
    assert_true(apart != NO_CODE && !(points_to_object(pt, apart)->flags & ABSTRACT_ESCAPED));
    done();
}

// ---- functions

static void test_functions(void **state)
{
    (void)state;
    check("int *f(int *p) { return p; } int *g(int *p) { (void)p; return &b; } int *(*t[])(int *) = {f, g};"
          "int main(int n, char **v) { (void)v; out = t[n](&a); out2 = t[0](&c); }",
          "a b c");
    check("struct ops { int *(*f)(int *); int *(*g)(int *); } ; int *f(int *p) { return p; }"
          "int *g(int *p) { (void)p; return &b; } const struct ops ops = {f, g};"
          "int main(void) { const struct ops *o = &ops; out2 = o->f(&c); out = o->g(&a); }",
          "b");
    check("int *last(int n, ...) { va_list l; va_start(l, n); int *p = 0; while (n--) p = va_arg(l, int *);"
          "va_end(l); return p; } int main(void) { out = last(2, &a, &b); }",
          "a b");
    check("struct node { struct node *l, *r; int *p; }; static struct node *insert(struct node *n, int *p) {"
          "if (!n) {\nn = malloc(sizeof *n); n->l = n->r = 0; n->p = p; return n; } n->l = insert(n->l, p); "
          "return n; }"
          "int main(void) { struct node *t = insert(insert(0, &a), &b); out = t->l->p; }",
          "a b");
    analyse(
        "static int compare(const void *x, const void *y) { out = (void *)x; return *(int *)x - *(int *)y; }"
        "static int v[4]; int main(void) { qsort(v, 4, 4, compare); }");
    expect_contains("out", "v+"); // through the runtime's own sort
    done();
    check("static void bye(void) { out = &a; } int main(void) { atexit(bye); }", "a");
}

static void test_threads(void **state)
{
    (void)state;
    check("static void *run(void *p) { return p; } int main(void) { pthread_t t; pthread_create(&t, 0, run, "
          "&a);"
          "pthread_join(t, &out); }",
          "a");
    check("static void *run(void *p) { pthread_exit(p); } int main(void) { pthread_t t[2]; void *r;"
          "for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, k ? &a : &b); pthread_join(t[1], &r); "
          "out = r; }",
          "a b");
    check("static pthread_key_t k, other; static void gone(void *p) { out2 = p; } int main(void) {"
          "pthread_key_create(&k, gone); pthread_key_create(&other, 0); pthread_setspecific(k, &a);"
          "pthread_setspecific(other, &b); out = pthread_getspecific(k); pthread_exit(0); }",
          "a");
    check("static pthread_once_t o = PTHREAD_ONCE_INIT; static void init(void) { out = &a; }"
          "int main(void) { pthread_once(&o, init); }",
          "a");
    check("static _Thread_local int *mine; static void *run(void *p) { mine = p; return 0; } int main(void) {"
          "pthread_t t; pthread_create(&t, 0, run, &a); mine = &b; out = mine; }",
          "a b");
}

// Pointers to the second words of so many structures; what is stored there, and before it.
static void analyse_table(unsigned structures)
{
    char text[16384];
    int length = snprintf(text, sizeof text, "static struct pair { int *x, *y; } s0");
    for (unsigned k = 1; k < structures; k++)
        length += snprintf(text + length, sizeof text - (size_t)length, ", s%u", k);
    length += snprintf(text + length, sizeof text - (size_t)length, "; static int **const t[] = {&s0.y");
    for (unsigned k = 1; k < structures; k++)
        length += snprintf(text + length, sizeof text - (size_t)length, ", &s%u.y", k);
    snprintf(
        text + length, sizeof text - (size_t)length,
        "}; int main(int n, char **v) { (void)v; int **p = t[n]; *p = &a; p[-1] = &b; out = s7.y; out2 = "
        "s7.x; }");
    analyse(text);
}

// What points to very many parts of objects points to the objects: nothing is lost, and no node grows without
// bounds.
static void test_very_many(void **state)
{
    (void)state;
    analyse_table(20);
    expect_content("out", "a");
    expect_content("out2", "b");
    assert_ptr_not_equal(points_to_content(pt, object_of("out")), points_to_content(pt, object_of("out2")));
    done();
    analyse_table(300);
    expect_contains("out", "a");
    expect_contains("out2", "b");
    unsigned wide = 0;
    for (uint32_t k = 0; k < pt->solver.nodes.size; k++) {
        const struct node *n = &pt->solver.nodes.data[k];
        if (!solver_is_representative(&pt->solver, k))
            continue;
        struct bits_iterator i = bits_begin_at(&n->points, bits_find(&n->points, FIRST_PART));
        uint32_t place, parts = 0;
        while (bits_next(&i, &place))
            parts++;
        assert_true(parts <= (n->wide ? 0 : 128));
        wide += n->wide;
    }
    assert_true(wide > 0);
    done();
}

static void test_narrow(void **state)
{
    (void)state;
    analyse_bits(
        "int a, b, c; void *out, *out2; struct { int n; int *p, *q; } s[3]; struct pair { int *x, *y; } u, v;"
        "int main(int n, char **w) { (void)w; s[n].p = &a; s[n].q = &b; out = s[n + 1].q; u.x = &a; u.y = &c;"
        "v = u; out2 = v.y; }",
        32);
    expect_content("out", "b");
    expect_content("out2", "c");
    done();
}

// ---- answers

static uint32_t code_of(const char *function, unsigned op, uint32_t which)
{
    uint32_t f = program_find_function(program, function);
    assert_int_not_equal(f, NO_FUNCTION);
    for (uint32_t k = program->functions[f].first; k < program->functions[f].end; k++)
        if (program->code[k].op == op && which-- == 0)
            return k;
    fail_msg("no such instruction in %s", function);
    return 0;
}

static void test_accesses(void **state)
{
    (void)state;
    analyse("struct s { int x; pthread_mutex_t m; } s[2]; int main(int n, char **v) { (void)v; "
            "pthread_mutex_lock(&s[n].m);"
            "int *p = &a; *(n ? p : &b) += 1; pthread_mutex_unlock(&s[n].m); char t[n]; t[0] = 1; "
            "free(malloc(3)); return t[0]; }");
    const struct access_list *list = points_to_accesses(pt, code_of("main", OP_LOAD, 0));
    assert_int_equal(list->size, 2);
    assert_true(list->data[0].read && !list->data[0].write && list->data[0].size == 4);
    list = points_to_accesses(pt, code_of("main", OP_CALL_NATIVE, 0));
    assert_int_equal(list->size, 1);
    assert_int_equal(list->data[0].kind, ACCESS_SYNC);
    assert_int_equal(list->data[0].place.offset, 8);
    assert_int_equal(list->data[0].size, 40);
    list = points_to_accesses(pt, code_of("main", OP_CALL_NATIVE, 3)); // free
    assert_int_equal(list->size, 1);
    assert_int_equal(list->data[0].kind, ACCESS_FREE);
    assert_int_equal(points_to_object(pt, list->data[0].place.object)->kind, ABSTRACT_HEAP);
    list = points_to_accesses(pt, code_of("main", OP_RETURN, 0));
    assert_true(list->size >= 1 && list->data[0].kind == ACCESS_FREE);
    done();
}

// What many instructions access alike is listed once.
static void test_common_accesses(void **state)
{
    (void)state;
    analyse_table(300);
    uint32_t seven = object_of("s7"), last = object_of("s299");
    for (uint32_t which = 0; which < 2; which++) { // *p = ..., p[-1] = ...
        const struct access_list *list = points_to_accesses(pt, code_of("main", OP_STORE, which));
        struct access_cursor c = {.list = list};
        bool found[2] = {false};
        uint32_t count = 0;
        for (const struct points_to_access *a; (a = access_next(&c)); count++) {
            assert_true(a->write && !a->read && a->kind == ACCESS_MEMORY);
            found[0] |= a->place.object == seven;
            found[1] |= a->place.object == last;
        }
        assert_true(found[0] && found[1] && count >= 300);
        assert_true(list->size < 10 && list->common[0] && !access_list_empty(list));
        assert_ptr_equal(list->common[0], points_to_accesses(pt, code_of("main", OP_STORE, 0))->common[0]);
    }
    assert_int_equal(points_to_common_count(pt), 1);
    done();
}

static void test_overlap(void **state)
{
    (void)state;
    struct place exact = {5, 0, 8}, next = {5, 0, 16}, field = {5, 24, 8}, other_field = {5, 24, 16};
    struct place any = {5, ANY_OFFSET_STRIDE, 0}, other = {6, 0, 8}, unknown = {0, ANY_OFFSET_STRIDE, 0};
    assert_true(places_overlap(&exact, 8, &exact, 1));
    assert_false(places_overlap(&exact, 8, &next, 8));
    assert_true(places_overlap(&exact, 9, &next, 8));
    assert_true(places_overlap(&next, 8, &exact, UNKNOWN_SIZE));
    assert_false(places_overlap(&exact, UNKNOWN_SIZE, &other, 8));
    assert_false(places_overlap(&field, 8, &other_field, 8));
    assert_true(places_overlap(&field, 9, &other_field, 8));
    assert_true(places_overlap(&other_field, 17, &field, 8)); // round the end of the element
    assert_false(places_overlap(&field, 8, &next, 8));
    assert_true(places_overlap(&field, 8, &exact, 8));
    assert_true(places_overlap(&any, 1, &next, 1));
    assert_true(places_overlap(&unknown, 1, &other, 1));
    assert_false(places_overlap(&exact, 0, &exact, 8));
}

// Every opcode and every native is handled for what it is.
static void test_complete(void **state)
{
    (void)state;
    for (unsigned op = 0; op < OP_COUNT; op++)
        if (constraints_shape(op) == SHAPE_NOT_HANDLED)
            fail_msg("opcode %s has no shape", opcode_name(op));
    for (unsigned native = 0; native < NATIVE_COUNT; native++)
        if (natives_effect(native)->flow == FLOW_WORST)
            fail_msg("native %s has no effect", native_name(native));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_many_copies),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_heap),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_very_many),
        cmocka_unit_test(test_common_accesses),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
