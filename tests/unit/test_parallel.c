// Several processes explore what one does, however small the parts are; also where what several executions
// show only together, each in another process, has to be learnt, and where events have several outcomes.
#include "base/memory.h"
#include "explore/explore.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>

typedef VECTOR(uint64_t) trace_set;

static void finished(void *context, bool complete, uint64_t trace_hash, const uint64_t *state_hash)
{
    (void)complete;
    (void)state_hash;
    vector_push((trace_set *)context, trace_hash);
}

static void restarted(void *context)
{
    ((trace_set *)context)->size = 0;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void normalise(trace_set *set)
{
    uint32_t kept = 0;
    qsort(set->data, set->size, sizeof *set->data, compare);
    for (uint32_t k = 0; k < set->size; k++)
        if (k == 0 || set->data[k] != set->data[kept - 1])
            set->data[kept++] = set->data[k];
    set->size = kept;
}

// Returns how many parts other processes have explored.
static uint64_t explore_with(const struct program *program, enum por_algorithm por, uint32_t jobs,
                             trace_set *traces, uint32_t *violations)
{
    struct exploration_options options = {
        .por = por,
        .all = true,
        .jobs = jobs,
        .share_at_once = true,
        .finished = finished,
        .restarted = restarted,
        .context = traces,
        .machine = {.properties = 1u << PROPERTY_ASSERTION, .outcome = true, .peek = true, .reuse = true}};
    traces->size = 0;
    struct exploration *e = explore(program, &options);
    assert_null(e->internal_error);
    assert_null(e->not_parallel);
    assert_int_equal(e->reasons.size, 0);
    *violations = e->violations.size;
    uint64_t parts = e->parts;
    exploration_free(e);
    normalise(traces);
    return parts;
}

static void compare_jobs(const char *text)
{
    static const enum por_algorithm algorithms[] = {POR_NONE, POR_CLASSIC, POR_SOURCE, POR_OPTIMAL};
    struct program *program = program_text_load(text);
    uint64_t parts = 0;
    for (unsigned k = 0; k < 4; k++) {
        trace_set alone = {0}, together = {0};
        uint32_t violations, violations_together;
        assert_int_equal(explore_with(program, algorithms[k], 1, &alone, &violations), 0);
        for (uint32_t jobs = 2; jobs < 5; jobs++) {
            parts += explore_with(program, algorithms[k], jobs, &together, &violations_together);
            assert_int_equal(violations, violations_together);
            assert_int_equal(alone.size, together.size);
            assert_memory_equal(alone.data, together.data, alone.size * sizeof *alone.data);
        }
        vector_free(&alone);
        vector_free(&together);
    }
    assert_true(parts > 0);
    program_free(program);
}

static void test_updates(void **state)
{
    (void)state;
    compare_jobs("#include <assert.h>\n"
                 "#include <pthread.h>\n"
                 "static int i = 1, j = 1;\n"
                 "static void *a(void *p) { i += j; i += j; return p; }\n"
                 "static void *b(void *p) { j += i; j += i; return p; }\n"
                 "int main(void)\n"
                 "{\n"
                 "    pthread_t t, u;\n"
                 "    pthread_create(&t, 0, a, 0);\n"
                 "    pthread_create(&u, 0, b, 0);\n"
                 "    assert(i < 13 || j < 8);\n"
                 "    assert(i < 5);\n"
                 "}\n");
}

// A new key may take the number of a deleted one: creating it has two outcomes.
static void test_outcomes(void **state)
{
    (void)state;
    compare_jobs("#include <pthread.h>\n"
                 "static _Atomic(pthread_key_t) key, other = 77;\n"
                 "static void *a(void *p) { int same = key == other; (void)same; return p; }\n"
                 "static void *b(void *p)\n"
                 "{\n"
                 "    pthread_key_delete(key);\n"
                 "    pthread_key_t made;\n"
                 "    pthread_key_create(&made, 0);\n"
                 "    key = made;\n"
                 "    return p;\n"
                 "}\n"
                 "int main(void)\n"
                 "{\n"
                 "    pthread_key_t first;\n"
                 "    pthread_key_create(&first, 0);\n"
                 "    key = first;\n"
                 "    pthread_t t, u;\n"
                 "    pthread_create(&t, 0, a, 0);\n"
                 "    pthread_create(&u, 0, b, 0);\n"
                 "}\n");
}

// Two critical sections are private in each execution of some parts, and not in all executions together.
static void test_sections(void **state)
{
    (void)state;
    compare_jobs("#include <assert.h>\n"
                 "#include <pthread.h>\n"
                 "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                 "static _Atomic int x, y;\n"
                 "static int cell[2];\n"
                 "static void *a(void *p)\n"
                 "{\n"
                 "    int at = x;\n"
                 "    pthread_mutex_lock(&m);\n"
                 "    cell[at]++;\n"
                 "    pthread_mutex_unlock(&m);\n"
                 "    return p;\n"
                 "}\n"
                 "static void *b(void *p)\n"
                 "{\n"
                 "    int at = !y;\n"
                 "    pthread_mutex_lock(&m);\n"
                 "    cell[at] += 2;\n"
                 "    pthread_mutex_unlock(&m);\n"
                 "    return p;\n"
                 "}\n"
                 "int main(void)\n"
                 "{\n"
                 "    pthread_t t, u;\n"
                 "    pthread_create(&t, 0, a, 0);\n"
                 "    pthread_create(&u, 0, b, 0);\n"
                 "    x = 1;\n"
                 "    y = 1;\n"
                 "    pthread_mutex_lock(&m);\n"
                 "    int sum = cell[0] + cell[1];\n"
                 "    pthread_mutex_unlock(&m);\n"
                 "    assert(sum != 3);\n"
                 "}\n");
}

// What inputs decide speaks of terms that each process makes for itself: sequences that reverse races cannot
// be told whole. In each round parts are handed over elsewhere.
static void test_inputs(void **state)
{
    (void)state;
    struct program *program =
        program_text_load("#include <assert.h>\n"
                          "#include <pthread.h>\n"
                          "int __VERIFIER_nondet_int(void);\n"
                          "static int x, first, second, b_saw, c_saw;\n"
                          "static void *a(void *p) { x = 2; return p; }\n"
                          "static void *b(void *p)\n"
                          "{\n"
                          "    first = __VERIFIER_nondet_int();\n"
                          "    if (first > 3) {\n"
                          "        second = __VERIFIER_nondet_int();\n"
                          "        if (second > 2) x = 1;\n"
                          "    }\n"
                          "    b_saw = x;\n"
                          "    return p;\n"
                          "}\n"
                          "static void *c(void *p) { c_saw = x; x = c_saw; return p; }\n"
                          "int main(void)\n"
                          "{\n"
                          "    pthread_t t, u, v;\n"
                          "    pthread_create(&t, 0, a, 0);\n"
                          "    pthread_create(&u, 0, b, 0);\n"
                          "    pthread_create(&v, 0, c, 0);\n"
                          "    pthread_join(t, 0);\n"
                          "    pthread_join(u, 0);\n"
                          "    pthread_join(v, 0);\n"
                          "    int both = second > 2;\n"
                          "    assert(!both || b_saw != 1 || c_saw != 2 || x != 2);\n"
                          "    assert(!both || b_saw != 2 || c_saw != 1 || x != 1);\n"
                          "    assert(!both || b_saw != 2 || c_saw != 2 || x != 1);\n"
                          "    assert(first > 3 || b_saw != 0 || c_saw != 0 || x != 2);\n"
                          "}\n");
    trace_set traces = {0};
    uint32_t violations, together;
    uint64_t parts = 0;
    explore_with(program, POR_NONE, 1, &traces, &violations);
    assert_true(violations >= 3);
    uint32_t rounds = getenv("HEDDLE_TEST_SHORT") ? 12 : 60; // tests/CMakeLists.txt sets it under sanitizers
    for (uint32_t round = 0; round < rounds; round++) {
        parts +=
            explore_with(program, round % 3 ? POR_OPTIMAL : POR_SOURCE, 2 + round % 3, &traces, &together);
        assert_int_equal(violations, together);
    }
    assert_true(parts > 0);
    vector_free(&traces);
    program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_updates), cmocka_unit_test(test_outcomes),
                                       cmocka_unit_test(test_sections), cmocka_unit_test(test_inputs)};
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
