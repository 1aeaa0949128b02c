// What is matched between two versions of a program, what has changed, and what that can affect; by lines.
#include "analysis/impact.h"
#include "base/memory.h"
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

struct pair {
    struct program *programs[VERSION_COUNT];
    struct matching *matching;
    struct difference *difference;
};

static struct pair pair_of(const char *old_text, const char *new_text)
{
    struct pair pair = {{program_text_load(old_text), program_text_load(new_text)}, NULL, NULL};
    pair.matching = matching_compute(pair.programs[VERSION_OLD], pair.programs[VERSION_NEW]);
    pair.difference = difference_compute(pair.matching);
    return pair;
}

static void pair_free(struct pair *pair)
{
    difference_free(pair->difference);
    matching_free(pair->matching);
    program_free(pair->programs[VERSION_OLD]);
    program_free(pair->programs[VERSION_NEW]);
}

enum { MOST_LINES = 64 };

// The lines with an instruction that is in the set.
static void check_set(const struct program *p, const uint8_t *set, const char *expected)
{
    bool lines[MOST_LINES] = {false};
    char found[256] = "";
    for (uint32_t code = 0; code < p->code_count; code++)
        if (set[code])
            lines[program_text_line(p, code)] = true;
    for (uint32_t line = 1; line < MOST_LINES; line++)
        if (lines[line])
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%u", found[0] ? " " : "", line);
    assert_string_equal(found, expected);
}

// The lines on which anything was modified, and on which anything is only there.
static void check_changes(const struct pair *pair, enum version version, const char *modified,
                          const char *only)
{
    const struct program *p = pair->programs[version];
    uint8_t *set = memory_zalloc((size_t)p->code_count + 1, 1);
    for (uint32_t code = 0; code < p->code_count; code++)
        set[code] = pair->difference->codes[version][code] == CHANGE_MODIFIED;
    check_set(p, set, modified);
    for (uint32_t code = 0; code < p->code_count; code++)
        set[code] =
            pair->difference->codes[version][code] == CHANGE_ONLY && !difference_connects(p->code[code].op);
    check_set(p, set, only);
    memory_free(set);
}

static void check_slice(const struct slice *slice, const struct program *p, const char *expected)
{
    uint8_t *set = memory_zalloc((size_t)p->code_count + 1, 1);
    for (uint32_t code = 0; code < p->code_count; code++)
        set[code] = slice_contains(slice, code) && !difference_connects(p->code[code].op) &&
                    p->code[code].op != OP_ALLOCA;
    check_set(p, set, expected);
    memory_free(set);
}

// ---- what is no difference

static const char plain[] = "#include <assert.h>\n"
                            "static int total, limit = 3;\n"
                            "static int *where = &limit;\n"
                            "static int bounded(int v) { return v > *where ? *where : v; }\n"
                            "static void add(int v) { total += bounded(v); }\n"
                            "int main(int argc, char **argv) {\n"
                            "    int sums[4], k = 0;\n"
                            "    for (int i = 0; i < argc; i++) { sums[i & 3] = i; add(sums[k & 3]); k++; }\n"
                            "    assert(total != 7 && argv);\n"
                            "    return 0;\n"
                            "}\n";

static void test_no_difference(void **state)
{
    (void)state;
    static const char *const others[] = {
        plain,
        // reformatted, with comments; an assertion on another line
        "#include <assert.h>\n\n\n"
        "static int total, /* of all */ limit = 3;\n"
        "static int *where = &limit;\n"
        "static int bounded(int v)\n{\n    return v > *where\n        ? *where\n        : v;\n}\n"
        "static void add(int v)\n{\n    total += bounded(v); // add\n}\n"
        "int main(int argc, char **argv)\n{\n    int sums[4], k = 0;\n"
        "    for (int i = 0;\n         i < argc;\n         i++) {\n        sums[i & 3] = i;\n"
        "        add(sums[k & 3]);\n        k++;\n    }\n"
        "    assert(total != 7 &&\n        argv);\n    return 0;\n}\n",
        // functions and globals in another order; names of locals, functions and globals
        "#include <assert.h>\n"
        "static int most = 3, sum;\n"
        "static int *place = &most;\n"
        "static int cut(int x);\n"
        "static void put(int y) { sum += cut(y); }\n"
        "int main(int count, char **words) {\n"
        "    int parts[4], n = 0;\n"
        "    for (int j = 0; j < count; j++) { parts[j & 3] = j; put(parts[n & 3]); n++; }\n"
        "    assert(sum != 7 && words);\n"
        "    return 0;\n"
        "}\n"
        "static int cut(int x) { return x > *place ? *place : x; }\n",
    };
    for (unsigned k = 0; k < sizeof others / sizeof *others; k++) {
        struct pair pair = pair_of(plain, others[k]);
        check_changes(&pair, VERSION_OLD, "", "");
        check_changes(&pair, VERSION_NEW, "", "");
        assert_false(pair.difference->any);
        pair_free(&pair);
    }
}

// A number is one also where it could be an address, of a function or a global that lies elsewhere in the
// other version.
static void test_numbers(void **state)
{
    (void)state;
    static const char *const texts[VERSION_COUNT] = {
        "static int f(int v) { return v; }\n"
        "long numbers[] = {65536, 65552, 65568, 4294967300}, *where = &numbers[2];\n"
        "int main(int c, char **e) { (void)e; return f(65552) + (c == 65568) + (int)*where + f(c); }\n",
        "int first = 1; static int g(void) { return first; } long other = 2;\n"
        "static int f(int v) { return v; }\n"
        "long numbers[] = {65536, 65552, 65568, 4294967300}, *where = &numbers[2];\n"
        "int main(int c, char **e) { (void)e; return f(65552) + (c == 65568) + (int)*where + f(c)\n"
        "    + g() + (int)other; }\n",
    };
    struct pair pair = pair_of(texts[VERSION_OLD], texts[VERSION_NEW]);
    const struct program *p = pair.programs[VERSION_OLD];
    check_changes(&pair, VERSION_OLD, "", "");
    for (uint32_t g = 0; g < p->globals_count; g++)
        assert_int_equal(pair.difference->globals[VERSION_OLD][g], CHANGE_NONE);
    pair_free(&pair);
}

static void test_counterparts(void **state)
{
    (void)state;
    struct pair pair = pair_of("int g, h;\n"
                               "static int twice(int v) { g += v; h ^= g; return 2 * v + h; }\n"
                               "static int gone(int v) { return v / 3; }\n"
                               "int main(void) { return twice(g) + gone(h); }\n",
                               "int g, h;\n"
                               "static int fresh(int *v) { h--; return *v % 7 & 12; }\n"
                               "static int doubled(int v) { g += v; h ^= g; return 2 * v + h + 1; }\n"
                               "int main(void) { return doubled(g) + fresh(&h); }\n");
    const struct program *p = pair.programs[VERSION_OLD], *q = pair.programs[VERSION_NEW];
    const uint32_t *to = pair.matching->functions[VERSION_OLD];
    assert_int_equal(to[program_find_function(p, "main")], program_find_function(q, "main"));
    assert_int_equal(to[program_find_function(p, "twice")], program_find_function(q, "doubled"));
    assert_int_equal(to[program_find_function(p, "gone")], NO_FUNCTION);
    assert_int_equal(pair.matching->functions[VERSION_NEW][program_find_function(q, "fresh")], NO_FUNCTION);
    check_changes(&pair, VERSION_OLD, "", "3 4");
    assert_true(pair.difference->any);
    pair_free(&pair);
}

// ---- changes

static void test_changes(void **state)
{
    (void)state;
    static const struct {
        const char *was, *is, *old_modified, *old_only, *new_modified, *new_only;
    } cases[] = {
        {"x = 1;", "x = 2;", "3", "", "3", ""},
        {"x = 1;", "y = 1;", "", "3", "", "3"},
        {"x = c;", "x = d;", "3", "", "3", ""},
        {"x = c + d;", "x = d + c;", "3", "", "3", ""},
        {"x = c / d;", "x = (int)((unsigned)c / (unsigned)d);", "", "3", "", "3"},
        {"x = 1; y = 2;", "y = 2; x = 1;", "", "3", "", "3"},
        {"x = c;", "x = c;\ny = 1;", "", "", "", "4"},
        {"x = c;\ny = 1;", "y = 1;", "", "3", "", ""},
        {"f(c);", "f(d);", "3", "", "3", ""},
        {"f(\"one\"[c]);", "f(\"two\"[c]);", "3", "", "3", ""},
        {"f(1);", "g(1);", "", "3", "", "3"},
        {"p = f;", "p = g;", "3", "", "3", ""},
        {"p = f; p(1);", "p = f; ((void (*)(long))p)(1);", "", "3", "", "3"},
        {"while (c < d) c++;", "while (c <= d) c++;", "", "3", "", "3"},
        {"atomic++;", "atomic--;", "3", "", "3", ""},
        {"x = local;", "x = far;", "3", "", "3", ""},
        {"switch (c) { case 1: x = 1; break; case 2: x = 2; }",
         "switch (c) { case 1: x = 1; break; case 3: x = 2; }", "3", "", "3", ""},
        // copies of variables in registers
        {"int k = c; if (x) k = d; x = k;", "int k = d; if (x) k = c; x = k;", "", "3", "", "3"},
        {"int k = c; while (y--) k = d; x = k;", "int k = c; while (y--) ; x = k;", "", "3", "", ""},
        {"x = y ? c : d;", "x = y ? d : c;", "", "3", "", "3"},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
        char texts[VERSION_COUNT][1024];
        for (unsigned v = 0; v < VERSION_COUNT; v++)
            snprintf(
                texts[v], sizeof texts[v],
                "int x, y; static _Atomic int atomic; static _Thread_local int local, far; void (*p)(int);"
                "static void f(int v) { x += v; } static void g(int v) { y -= v; }\n"
                "int main(int c, char **e) { int d = (int)(e - (char **)0);\n"
                "%s\n"
                "f(3); g(c); x += local + far + atomic; return x + y + d; }\n",
                v == VERSION_OLD ? cases[k].was : cases[k].is);
        struct pair pair = pair_of(texts[VERSION_OLD], texts[VERSION_NEW]);
        print_message("%s -> %s\n", cases[k].was, cases[k].is);
        assert_true(pair.difference->any);
        check_changes(&pair, VERSION_OLD, cases[k].old_modified, cases[k].old_only);
        check_changes(&pair, VERSION_NEW, cases[k].new_modified, cases[k].new_only);
        pair_free(&pair);
    }
}

static void test_globals(void **state)
{
    (void)state;
    struct pair pair = pair_of("int a = 1, b, c[3], *d = &a; const char *e[] = {\"x\", \"y\"};\n"
                               "int main(void) { return a + b + c[0] + *d + e[0][0]; }\n",
                               "int new, b, a = 1, c[4], *d = &b; const char *e[] = {\"x\", \"z\"};\n"
                               "int main(void) { return a + b + c[0] + *d + e[0][0] + new; }\n");
    const struct program *q = pair.programs[VERSION_NEW];
    for (uint32_t g = 0; g < q->globals_count; g++) {
        const char *name = program_string(q, q->globals[g].name);
        unsigned expected = strcmp(name, "new") == 0                      ? CHANGE_ONLY
                            : strlen(name) == 1 && strchr("cde", name[0]) ? CHANGE_MODIFIED
                                                                          : CHANGE_NONE;
        print_message("%s\n", name);
        assert_int_equal(pair.difference->globals[VERSION_NEW][g], expected);
    }
    pair_free(&pair);
}

// ---- impact

static const char threads[] = "#include <pthread.h>\n"
                              "int x, y, before, after;\n"
                              "static void *thread(void *v) {\n"
                              "    %s\n"
                              "    y = 1;\n"
                              "    return v;\n"
                              "}\n"
                              "int main(void) {\n"
                              "    pthread_t t;\n"
                              "    before = x;\n"
                              "    pthread_create(&t, 0, thread, 0);\n"
                              "    after = x;\n"
                              "    if (after)\n"
                              "        x = y;\n"
                              "    return 0;\n"
                              "}\n";

// Of `was` and `is` in the thread: what the new version's change affects, and what can affect it.
static void check_impact(const char *was, const char *is, const char *affected, const char *affecting)
{
    char texts[VERSION_COUNT][1024];
    snprintf(texts[VERSION_OLD], sizeof texts[VERSION_OLD], threads, was);
    snprintf(texts[VERSION_NEW], sizeof texts[VERSION_NEW], threads, is);
    struct pair pair = pair_of(texts[VERSION_OLD], texts[VERSION_NEW]);
    struct impact *impact = impact_compute(pair.difference);
    print_message("%s -> %s\n", was, is);
    check_slice(impact->affected[VERSION_NEW], pair.programs[VERSION_NEW], affected);
    check_slice(impact->affecting[VERSION_NEW], pair.programs[VERSION_NEW], affecting);
    impact_free(impact);
    pair_free(&pair);
}

static void test_impact(void **state)
{
    (void)state;
    // What comes before the thread's creation is not affected; what reads in the other thread is.
    check_impact("x = 5;", "x = 6;", "4 12 13 14", "4 11");
    // The same of a statement that is gone: found in the old version.
    check_impact("x = 5;", "", "12 13 14", "11");
    // What read what is not written any more is affected, too.
    check_impact("x = 5;", "before = 5;", "4 12 13 14", "4 11");
    check_impact("x = 5;", "x = y;", "4 12 13 14", "4 11");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_difference), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_counterparts),  cmocka_unit_test(test_changes),
        cmocka_unit_test(test_globals),       cmocka_unit_test(test_impact),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
