// The layers of the solver, each alone; and every kind of term as Z3 understands it against as evaluation
// does.
#include "base/memory.h"
#include "smt/backend.h"
#include "smt/grouping.h"
#include "smt/models.h"
#include "smt/ranges.h"
#include "smt/unsat.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <dlfcn.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_ADDRESS_SANITIZER
#endif

static uint64_t seed = 99;

static uint64_t next_random(void)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void test_slices(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    term in[6];
    for (uint32_t i = 0; i < 6; i++)
        in[i] = term_input(terms, 0, i, 8, INPUT_NONDET);
    term ten = term_constant(terms, 8, 10);
    const term conjuncts[] = {
        term_binary(terms, TERM_ULT, in[0], in[1]),
        term_binary(terms, TERM_ULT, in[2], ten),
        term_binary(terms, TERM_ULT, in[3], in[4]),
        term_binary(terms, TERM_ULT, in[4], in[1]),
    };
    struct grouping grouping = {0};
    grouping_make(&grouping, terms, conjuncts, 4, false);
    assert_int_equal(grouping.group.data[0], grouping.group.data[3]); // through input 1
    assert_int_equal(grouping.group.data[2], grouping.group.data[3]); // through input 4
    assert_int_not_equal(grouping.group.data[1], grouping.group.data[0]);
    assert_int_equal(grouping_find(&grouping, 5), 5);
    grouping_make(&grouping, terms, conjuncts, 4, true);
    for (unsigned i = 1; i < 4; i++)
        assert_int_equal(grouping.group.data[i], grouping.group.data[0]);
    const term none[] = {term_constant(terms, 1, 1)};
    grouping_make(&grouping, terms, none, 1, false);
    assert_int_equal(grouping.group.data[0], GROUPING_NONE);
    grouping_free(&grouping);
    terms_free(terms);
}

static void test_models(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    term x = term_input(terms, 0, 0, 16, INPUT_NONDET), y = term_input(terms, 0, 1, 16, INPUT_NONDET);
    struct models models = {0};
    uint32_t count;
    const term is7[] = {term_eq(terms, x, term_constant(terms, 16, 7))};
    const term small[] = {term_binary(terms, TERM_ULT, x, term_constant(terms, 16, 3))};
    assert_non_null(models_find(&models, terms, 11, small, 1, &count)); // all zero
    assert_null(models_find(&models, terms, 12, is7, 1, &count));
    const uint64_t seven[] = {7, 0};
    models_add(&models, 12, seven, 2);
    const uint64_t *found = models_find(&models, terms, 12, is7, 1, &count);
    assert_non_null(found);
    assert_int_equal(count, 1); // trailing zeros are not kept
    assert_int_equal(found[0], 7);
    // Also for a query it was not stored for, and not for one it does not satisfy.
    const term both[] = {is7[0], term_binary(terms, TERM_ULT, y, x)};
    assert_non_null(models_find(&models, terms, 13, both, 2, &count));
    const term other[] = {is7[0], term_binary(terms, TERM_ULT, x, y)};
    assert_null(models_find(&models, terms, 12, other, 2, &count));
    // Far more than are kept.
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t values[2] = {i & 0xffff, 1};
        models_add(&models, i * 977 + 1, values, 2);
    }
    const term last[] = {term_eq(terms, x, term_constant(terms, 16, 9999))};
    assert_non_null(models_find(&models, terms, 1, last, 1, &count));
    models_free(&models);
    terms_free(terms);
    assert_int_equal(memory_live_blocks(), 0);
}

static void test_unsat_sets(void **state)
{
    (void)state;
    struct unsat_sets unsat = {0};
    const term set[] = {3, 9}, super[] = {1, 3, 5, 9, 12}, without[] = {1, 3, 5, 12}, single[] = {5};
    assert_false(unsat_contains(&unsat, super, 5));
    unsat_add(&unsat, set, 2);
    assert_true(unsat_contains(&unsat, super, 5));
    assert_true(unsat_contains(&unsat, set, 2));
    assert_false(unsat_contains(&unsat, set, 1));
    assert_false(unsat_contains(&unsat, without, 4));
    unsat_add(&unsat, single, 1);
    assert_true(unsat_contains(&unsat, without, 4));
    for (term i = 100; i < 80000; i++) { // far more than are kept
        const term many[] = {i, i + 1};
        unsat_add(&unsat, many, 2);
        assert_true(unsat_contains(&unsat, many, 2));
    }
    unsat_free(&unsat);
    assert_int_equal(memory_live_blocks(), 0);
}

// Random conditions on one input of few bits, against trying every value.
static void test_ranges(void **state)
{
    (void)state;
    static const enum term_kind kinds[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    struct terms *terms = terms_new();
    struct ranges ranges = {0};
    unsigned satisfiable = 0, decided = 0;
    for (unsigned round = 0; round < 30000; round++) {
        unsigned width = 2 + (unsigned)(next_random() % 5), n = 1 + (unsigned)(next_random() % 6);
        term x = term_input(terms, 0, width, width, INPUT_NONDET), conjuncts[6];
        uint32_t input, index = 0;
        while (term_input_get(terms, index)->self != x)
            index++;
        for (unsigned i = 0; i < n; i++) {
            term c = term_constant(terms, width, next_random());
            bool turn = next_random() & 1;
            conjuncts[i] = term_binary(terms, kinds[next_random() % 5], turn ? c : x, turn ? x : c);
            if (next_random() & 1)
                conjuncts[i] = term_not(terms, conjuncts[i]);
        }
        uint64_t value, values[8] = {0};
        enum smt_answer answer = ranges_decide(&ranges, terms, conjuncts, n, &input, &value);
        bool any = false;
        for (uint64_t v = 0; v < 1u << width; v++) {
            values[index] = v;
            any |= models_satisfy(terms, conjuncts, n, values, 8);
        }
        satisfiable += any;
        decided += answer != SMT_UNKNOWN;
        if (answer == SMT_UNKNOWN)
            continue; // a constant among the conjuncts
        assert_int_equal(answer, any ? SMT_SAT : SMT_UNSAT);
        if (answer == SMT_SAT) {
            assert_int_equal(input, index);
            values[index] = value;
            assert_true(models_satisfy(terms, conjuncts, n, values, 8));
        }
    }
    assert_true(satisfiable > 5000 && satisfiable < 25000 && decided > 15000);
    // Several terms: only contradictions are seen.
    term y = term_input(terms, 1, 0, 32, INPUT_NONDET), z = term_input(terms, 1, 1, 32, INPUT_NONDET);
    term sum = term_binary(terms, TERM_MUL, y, z), five = term_constant(terms, 32, 5);
    const term query[] = {term_binary(terms, TERM_ULT, sum, five), term_binary(terms, TERM_ULT, y, five),
                          term_binary(terms, TERM_ULT, term_constant(terms, 32, 9), sum)};
    uint32_t input;
    uint64_t value;
    assert_int_equal(ranges_decide(&ranges, terms, query, 3, &input, &value), SMT_UNSAT);
    assert_int_equal(ranges_decide(&ranges, terms, query, 2, &input, &value), SMT_UNKNOWN);
    ranges_free(&ranges);
    terms_free(terms);
}

static void test_backend_cores(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct backend *backend = backend_new(terms, &(struct smt_options){0});
    term x = term_input(terms, 0, 0, 32, INPUT_NONDET), y = term_input(terms, 0, 1, 32, INPUT_NONDET);
    term square = term_binary(terms, TERM_MUL, x, x);
    const term query[] = {
        term_binary(terms, TERM_ULT, y, x),
        term_eq(terms, term_extract(terms, square, 0, 2), term_constant(terms, 2, 3)), // no square ends in 3
        term_binary(terms, TERM_ULT, term_constant(terms, 32, 5), y),
    };
    term core[3];
    uint64_t model[2];
    uint32_t count;
    for (unsigned round = 0; round < 3; round++) {
        assert_int_equal(backend_check(backend, query, 1, model, core, &count), SMT_SAT);
        assert_true(model[1] < model[0]);
        assert_int_equal(backend_check(backend, query, 3, model, core, &count), SMT_UNSAT);
        assert_int_equal(count, 1);
        assert_int_equal(core[0], query[1]);
    }
    assert_null(backend_error(backend));
    backend_free(backend);
    terms_free(terms);
    assert_int_equal(memory_live_blocks(), 0);
}

static term random_constant(struct terms *terms, unsigned width)
{
    uint64_t high = next_random(), low = next_random();
    switch (next_random() % 5) {
    case 0: return term_constant_wide(terms, width, 0, low % 9);
    case 1: return term_constant_wide(terms, width, UINT64_MAX, UINT64_MAX - low % 3);
    case 2: return term_constant_wide(terms, width, 0, low % (width + 1));
    default: return term_constant_wide(terms, width, high, low);
    }
}

// A term of that width that nothing is known of.
static term opaque(struct terms *terms, unsigned width, uint32_t number)
{
    if (width <= 64)
        return term_input(terms, width, number, width, INPUT_NONDET);
    term high = term_input(terms, width, number + 100, width - 64, INPUT_NONDET);
    return term_concat(terms, high, term_input(terms, width, number, 64, INPUT_NONDET));
}

// op(a, b) = folded has to hold, and its negation not, where a and b are fixed.
static void check_kind(struct terms *terms, struct smt *smt, enum term_kind kind, unsigned width)
{
    term a = opaque(terms, width, 0), b = opaque(terms, width, 1);
    term x = random_constant(terms, width), y = random_constant(terms, width);
    const term pc[] = {term_eq(terms, a, x), term_eq(terms, b, y)};
    term same = term_eq(terms, term_binary(terms, kind, a, b), term_binary(terms, kind, x, y));
    enum smt_answer yes = smt_check(smt, pc, 2, same, NULL, NULL, 0);
    enum smt_answer no = smt_check(smt, pc, 2, term_not(terms, same), NULL, NULL, 0);
    if (yes != SMT_SAT || no != SMT_UNSAT)
        fail_msg("kind %d width %u: %d %d", (int)kind, width, yes, no);
}

// By the SAT solver, and by Z3.
static void translate_all(bool only_z3)
{
    static const unsigned widths[] = {1, 2, 8, 33, 64, 65, 128};
    struct terms *terms = terms_new();
    struct smt_options options = {.slicing = true, .query_milliseconds = 60000, .only_z3 = only_z3};
    struct smt *smt = smt_new(terms, &options);
    for (unsigned w = 0; w < sizeof widths / sizeof widths[0]; w++)
        for (enum term_kind kind = TERM_ADD; kind <= TERM_SLE; kind++)
            for (unsigned round = 0; round < 4; round++)
                check_kind(terms, smt, kind, widths[w]);
    assert_int_equal(smt_statistics(smt)->wrong_models, 0);
    assert_int_equal(smt_statistics(smt)->unknowns, 0);
    smt_free(smt);
    terms_free(terms);
}

static void test_translation(void **state)
{
    (void)state;
    translate_all(false);
    translate_all(true);
}

static void mix_one_bit(bool only_z3)
{
    struct terms *terms = terms_new();
    struct smt_options options = {.slicing = true, .only_z3 = only_z3};
    struct smt *smt = smt_new(terms, &options);
    term p = term_input(terms, 0, 0, 1, INPUT_NONDET), q = term_input(terms, 0, 1, 1, INPUT_NONDET);
    term x = term_input(terms, 0, 2, 8, INPUT_NONDET);
    term bits = term_concat(terms, p, term_concat(terms, q, term_extract(terms, x, 3, 1)));
    term pc[] = {term_eq(terms, term_binary(terms, TERM_MUL, bits, bits), term_constant(terms, 3, 1)),
                 term_not(terms, term_eq(terms, p, q)),
                 term_binary(terms, TERM_ULT, x, term_sext(terms, p, 8))};
    uint64_t model[3];
    assert_int_equal(smt_check(smt, pc, 3, TERM_NONE, NULL, model, 3), SMT_SAT);
    uint64_t v = model[0] << 2 | model[1] << 1 | (model[2] >> 3 & 1);
    assert_int_equal(v * v & 7, 1);
    assert_int_not_equal(model[0], model[1]);
    smt_free(smt);
    terms_free(terms);
}

static void test_one_bit_mixtures(void **state)
{
    (void)state;
    mix_one_bit(false);
    mix_one_bit(true);
}

// The address sanitizer stops at the first C++ exception of a library that is loaded later, and Z3 throws one
// when its time is up, unless the program is linked with the C++ library itself.
static bool exceptions_work(void)
{
#ifdef WITH_ADDRESS_SANITIZER
    return dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD) != NULL;
#else
    return true;
#endif
}

static bool exceptions;

// What is too hard for the time given is unknown, and the next query is answered as if nothing had been.
static void test_time_limit(void **state)
{
    (void)state;
    if (!exceptions)
        skip();
    struct terms *terms = terms_new();
    struct smt_options options = {.slicing = true, .query_milliseconds = 30};
    struct smt *smt = smt_new(terms, &options);
    term x = term_input(terms, 0, 0, 64, INPUT_NONDET), y = term_input(terms, 0, 1, 64, INPUT_NONDET);
    term product = term_binary(terms, TERM_MUL, term_zext(terms, x, 128), term_zext(terms, y, 128));
    // The product of two primes of 63 bits.
    unsigned __int128 semiprime = (unsigned __int128)9223372036854775783u * 9223372036854775643u;
    term one = term_constant(terms, 64, 1);
    const term hard[] = {
        term_eq(terms, product,
                term_constant_wide(terms, 128, (uint64_t)(semiprime >> 64), (uint64_t)semiprime)),
        term_binary(terms, TERM_ULT, one, x), term_binary(terms, TERM_ULT, one, y)};
    assert_int_equal(smt_check(smt, hard, 3, TERM_NONE, NULL, NULL, 0), SMT_UNKNOWN);
    assert_int_equal(smt_statistics(smt)->unknowns, 1);
    const term easy[] = {term_binary(terms, TERM_ULT, one, x)};
    assert_int_equal(smt_check(smt, easy, 1, term_eq(terms, x, y), NULL, NULL, 0), SMT_SAT);
    smt_free(smt);
    terms_free(terms);
}

// Many groups take no longer than as many conjuncts of one: with time that grows with the square this would
// not end.
static void test_many_groups(void **state)
{
    (void)state;
    enum { GROUPS = 500000 };
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &options);
    VECTOR(term) pc = {0};
    uint64_t *model = test_calloc(GROUPS, sizeof *model);
    for (uint32_t k = 0; k < GROUPS; k++) {
        term x = term_input(terms, k, 0, 32, INPUT_NONDET);
        vector_push(&pc, term_binary(terms, TERM_ULT, term_constant(terms, 32, k % 7), x));
    }
    assert_int_equal(smt_check(smt, pc.data, pc.size, TERM_NONE, NULL, model, GROUPS), SMT_SAT);
    for (uint32_t k = 0; k < GROUPS; k++)
        assert_true(model[k] > k % 7);
    assert_int_equal(smt_check(smt, pc.data, pc.size, pc.data[1], model, model, GROUPS), SMT_SAT);
    assert_int_equal(smt_statistics(smt)->queries, 0);
    test_free(model);
    vector_free(&pc);
    smt_free(smt);
    terms_free(terms);
}

static uint64_t prime_below(uint64_t n)
{
    for (uint64_t divisor = 2; divisor * divisor <= n;)
        if (n % divisor == 0) {
            n--;
            divisor = 2;
        } else {
            divisor++;
        }
    return n;
}

// Whether two inputs of so many bits can have a product that has only two factors: harder with every bit.
// `skip`: of primes, to have other questions of that size.
static enum smt_answer ask_for_factors(struct terms *terms, struct smt *smt, unsigned bits, unsigned skip)
{
    uint64_t factor = prime_below((1u << bits) - 1);
    for (unsigned i = 0; i < skip; i++)
        factor = prime_below(factor - 1);
    uint64_t product = factor * prime_below(factor - 1);
    term x = term_input(terms, bits, 0, bits, INPUT_NONDET),
         y = term_input(terms, bits, 1, bits, INPUT_NONDET);
    term one = term_constant(terms, bits, 1), value = term_constant(terms, 64, product);
    const term pc[] = {term_binary(terms, TERM_ULT, one, x), term_binary(terms, TERM_ULT, one, y)};
    term all = term_binary(terms, TERM_MUL, term_zext(terms, x, 64), term_zext(terms, y, 64));
    return smt_check(smt, pc, 2, term_eq(terms, all, value), NULL, NULL, 0);
}

#define LEAST_BITS 8u
#define MOST_BITS 30u
#define EFFORT 40u

// Asks harder and harder questions; the answers go to *answers.
static void ask_all(enum smt_answer *answers)
{
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &options);
    assert_int_equal(smt_effort(smt, EFFORT), 0);
    for (unsigned bits = LEAST_BITS; bits <= MOST_BITS; bits++)
        answers[bits - LEAST_BITS] = ask_for_factors(terms, smt, bits, 0);
    // What was too hard is remembered with its effort: with a larger one it is asked again.
    uint64_t queries = smt_statistics(smt)->queries;
    assert_int_equal(ask_for_factors(terms, smt, MOST_BITS, 0), SMT_UNKNOWN);
    assert_int_equal(smt_statistics(smt)->queries, queries);
    assert_int_equal(smt_effort(smt, EFFORT + 1), EFFORT);
    assert_int_equal(ask_for_factors(terms, smt, MOST_BITS, 0), SMT_UNKNOWN);
    assert_int_equal(smt_statistics(smt)->queries, queries + 1);
    smt_free(smt);
    terms_free(terms);
}

// What is too hard for the effort given is unknown, and always the same is.
static void test_effort(void **state)
{
    (void)state;
    enum smt_answer first[MOST_BITS - LEAST_BITS + 1], second[MOST_BITS - LEAST_BITS + 1];
    if (!exceptions)
        skip();
    ask_all(first);
    ask_all(second);
    assert_memory_equal(first, second, sizeof first);
    assert_int_equal(first[0], SMT_SAT);
    assert_int_equal(first[MOST_BITS - LEAST_BITS], SMT_UNKNOWN);
}

// Every query has the whole effort, whatever others before it took of theirs.
static void test_effort_of_many(void **state)
{
    (void)state;
    enum { BITS = 9, QUERIES = 80 };
    struct terms *terms = terms_new();
    struct smt_options options = {.slicing = true};
    struct smt *smt = smt_new(terms, &options);
    smt_effort(smt, EFFORT); // most of them need a sixth of it
    for (unsigned i = 0; i < QUERIES; i++)
        assert_int_equal(ask_for_factors(terms, smt, BITS, i), SMT_SAT);
    assert_int_equal(smt_statistics(smt)->queries, QUERIES);
    smt_free(smt);
    terms_free(terms);
}

int main(void)
{
    exceptions = exceptions_work();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),           cmocka_unit_test(test_models),
        cmocka_unit_test(test_unsat_sets),       cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_backend_cores),    cmocka_unit_test(test_translation),
        cmocka_unit_test(test_one_bit_mixtures), cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_effort),           cmocka_unit_test(test_effort_of_many),
        cmocka_unit_test(test_many_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
