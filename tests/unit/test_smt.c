// Questions about small terms, compared with trying every assignment; paths as an exploration would ask about
// them.
#include "smt/smt.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS 4
#define PATH 10

struct world {
    struct terms *terms;
    struct smt *smt;
    unsigned width[INPUTS], bits;
    term input[INPUTS];
    term pc[PATH];
    uint32_t length;
    uint64_t seed;
};

static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static unsigned below(struct world *w, unsigned limit)
{
    return (unsigned)(next_random(&w->seed) % limit);
}

static term fit(struct world *w, term t, unsigned width)
{
    unsigned from = term_width(w->terms, t);
    if (from > width)
        return term_extract(w->terms, t, below(w, from - width + 1), width);
    return below(w, 2) ? term_zext(w->terms, t, width) : term_sext(w->terms, t, width);
}

static term random_value(struct world *w, unsigned width, unsigned depth)
{
    static const enum term_kind kinds[] = {TERM_ADD,  TERM_SUB,  TERM_MUL, TERM_UDIV, TERM_SDIV,
                                           TERM_UREM, TERM_SREM, TERM_SHL, TERM_LSHR, TERM_ASHR,
                                           TERM_AND,  TERM_OR,   TERM_XOR, TERM_ADD,  TERM_AND};
    unsigned choice = depth ? below(w, 8) : below(w, 4) ? 0 : 1;
    if (choice == 0)
        return fit(w, w->input[below(w, INPUTS)], width);
    if (choice == 1)
        return term_constant(w->terms, width, next_random(&w->seed));
    term a = random_value(w, width, depth - 1);
    if (choice == 2)
        return term_unary(w->terms, below(w, 2) ? TERM_NOT : TERM_NEG, a);
    if (choice == 3)
        return fit(w, random_value(w, 1 + below(w, 12), depth - 1), width);
    term b = random_value(w, width, depth - 1);
    if (choice == 4)
        return term_ite(w->terms, fit(w, w->input[below(w, INPUTS)], 1), a, b);
    return term_binary(w->terms, kinds[below(w, sizeof kinds / sizeof kinds[0])], a, b);
}

static term random_condition(struct world *w)
{
    static const enum term_kind kinds[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    unsigned width = 1 + below(w, 8);
    term t = term_binary(w->terms, kinds[below(w, 5)], random_value(w, width, 3), random_value(w, width, 2));
    return below(w, 3) ? t : term_not(w->terms, t);
}

static void set_assignment(const struct world *w, uint64_t number, uint64_t *values)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        values[i] = number & ((1u << w->width[i]) - 1);
        number >>= w->width[i];
    }
}

static bool holds(struct world *w, term question, const uint64_t *values)
{
    term_evaluate_begin(w->terms, values, INPUTS);
    for (uint32_t i = 0; i < w->length; i++)
        if (!term_evaluate_next(w->terms, w->pc[i]))
            return false;
    return question == TERM_NONE || term_evaluate_next(w->terms, question);
}

static bool any_assignment(struct world *w, term question)
{
    uint64_t values[INPUTS];
    for (uint64_t number = 0; number < 1u << w->bits; number++) {
        set_assignment(w, number, values);
        if (holds(w, question, values))
            return true;
    }
    return false;
}

static void open_world(struct world *w, uint64_t seed, const struct smt_options *options)
{
    *w = (struct world){.terms = terms_new(), .seed = seed};
    w->smt = smt_new(w->terms, options);
    for (unsigned i = 0; i < INPUTS; i++) {
        w->width[i] = 1 + below(w, 4);
        w->bits += w->width[i];
        w->input[i] = term_input(w->terms, i, 0, w->width[i], INPUT_NONDET);
    }
}

static void close_world(struct world *w)
{
    smt_free(w->smt);
    terms_free(w->terms);
}

// One question in every form of call. Returns the answer of the last; all have to agree with `want` or be
// unknown.
static enum smt_answer ask(struct world *w, term question, const uint64_t *hint, uint64_t *model)
{
    bool want = any_assignment(w, question);
    enum smt_answer without = smt_check(w->smt, w->pc, w->length, question, hint, NULL, INPUTS);
    if (without != SMT_UNKNOWN)
        assert_int_equal(without, want ? SMT_SAT : SMT_UNSAT);
    uint64_t unhinted[INPUTS];
    enum smt_answer fresh = smt_check(w->smt, w->pc, w->length, question, NULL, unhinted, INPUTS);
    if (fresh != SMT_UNKNOWN)
        assert_int_equal(fresh, want ? SMT_SAT : SMT_UNSAT);
    if (fresh == SMT_SAT)
        assert_true(holds(w, question, unhinted));
    enum smt_answer hinted = smt_check(w->smt, w->pc, w->length, question, hint, model, INPUTS);
    if (hinted != SMT_UNKNOWN)
        assert_int_equal(hinted, want ? SMT_SAT : SMT_UNSAT);
    if (hinted == SMT_SAT)
        assert_true(holds(w, question, model));
    return hinted;
}

static void walk_path(uint64_t seed, const struct smt_options *options)
{
    struct world w;
    open_world(&w, seed, options);
    uint64_t hint[INPUTS] = {0}, model[INPUTS];
    for (unsigned step = 0; step < 14 && w.length < PATH; step++) {
        term question = random_condition(&w);
        enum smt_answer answer = ask(&w, question, hint, model);
        if (answer == SMT_SAT && below(&w, 2)) {
            w.pc[w.length++] = question;
            memcpy(hint, model, sizeof hint);
        }
        assert_true(any_assignment(&w, TERM_NONE));
    }
    assert_int_equal(smt_statistics(w.smt)->wrong_models, 0);
    close_world(&w);
}

static void test_paths(void **state)
{
    (void)state;
    static const struct smt_options options[] = {
        {.caches = true, .slicing = true},
        {.caches = false, .slicing = true},
        {.caches = true, .slicing = false},
        {.caches = false, .slicing = false, .query_milliseconds = 10000},
        {.caches = true, .slicing = true, .validate = true},
        {.caches = true, .slicing = true, .unknown_one_in = 3},
    };
    const char *samples = getenv("HEDDLE_TEST_SAMPLES");
    uint64_t count = samples ? strtoull(samples, NULL, 10) : 25;
    for (uint64_t seed = 0; seed < count; seed++)
        for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
            walk_path(seed * 31 + i, &options[i]);
}

static void test_layers(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &options);
    const struct smt_statistics *statistics = smt_statistics(smt);
    term x = term_input(terms, 0, 0, 32, INPUT_NONDET), y = term_input(terms, 0, 1, 32, INPUT_NONDET);
    term product = term_binary(terms, TERM_MUL, x, x);
    term hard = term_eq(terms, product, term_constant(terms, 32, 1089));
    term odd = term_binary(terms, TERM_ULT, term_constant(terms, 32, 40), x);
    uint64_t model[2];

    // Nothing to ask.
    assert_int_equal(smt_check(smt, NULL, 0, TERM_NONE, NULL, model, 2), SMT_SAT);
    assert_int_equal(smt_check(smt, NULL, 0, term_constant(terms, 1, 0), NULL, NULL, 0), SMT_UNSAT);
    assert_int_equal(statistics->queries, 0);
    assert_null(smt_load_error(smt));

    // The first time Z3, then the caches.
    term pc[] = {hard, odd};
    assert_int_equal(smt_check(smt, pc, 2, TERM_NONE, NULL, model, 2), SMT_SAT);
    assert_int_equal((uint32_t)(model[0] * model[0]), 1089);
    assert_int_equal(statistics->queries, 1);
    assert_int_equal(smt_check(smt, pc, 2, hard, NULL, NULL, 0), SMT_SAT);
    assert_int_equal(statistics->queries, 1);
    term even = term_eq(terms, term_extract(terms, x, 0, 1), term_constant(terms, 1, 0));
    assert_int_equal(smt_check(smt, pc, 2, even, NULL, NULL, 0), SMT_UNSAT);
    uint64_t before = statistics->queries;
    term more[] = {hard, odd, term_eq(terms, y, x)};
    assert_int_equal(smt_check(smt, more, 3, even, NULL, NULL, 0), SMT_UNSAT);
    assert_int_equal(statistics->queries, before);
    assert_true(statistics->unsat_hits > 0);

    // What shares no input with the question is left out, and keeps the hint's values.
    term other[] = {hard, odd, term_binary(terms, TERM_ULT, y, term_constant(terms, 32, 100))};
    uint64_t hint[2] = {model[0], 7}, result[2];
    term question = term_eq(terms, term_binary(terms, TERM_MUL, y, y), term_constant(terms, 32, 81));
    assert_int_equal(smt_check(smt, other, 3, question, hint, result, 2), SMT_SAT);
    assert_int_equal(result[0], model[0]);
    assert_int_equal(result[1], 9);
    smt_free(smt);
    terms_free(terms);
}

static void test_wide_and_deep(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true};
    struct smt *smt = smt_new(terms, &options);
    term x = term_input(terms, 0, 0, 64, INPUT_NONDET), y = term_input(terms, 0, 1, 64, INPUT_NONDET);
    term product = term_binary(terms, TERM_MUL, term_zext(terms, x, 128), term_zext(terms, y, 128));
    term pc[] = {term_eq(terms, product, term_constant_wide(terms, 128, 1, 0)),
                 term_binary(terms, TERM_ULT, term_constant(terms, 64, 1), x),
                 term_binary(terms, TERM_ULT, x, term_constant(terms, 64, 100))};
    uint64_t model[3];
    assert_int_equal(smt_check(smt, pc, 3, TERM_NONE, NULL, model, 2), SMT_SAT);
    assert_true((unsigned __int128)model[0] * model[1] == (unsigned __int128)1 << 64);

    // Far deeper than the C stack would allow recursion to go.
    term deep = x;
    for (unsigned i = 0; i < 200000; i++)
        deep = term_binary(terms, i % 2 ? TERM_XOR : TERM_UREM, term_binary(terms, TERM_ADD, deep, y),
                           term_constant(terms, 64, 1000003 + i));
    uint64_t values[2] = {1, 2};
    uint64_t expected = 1;
    for (uint64_t i = 0; i < 200000; i++)
        expected = i % 2 ? (expected + 2) ^ (1000003 + i) : (expected + 2) % (1000003 + i);
    assert_int_equal(term_evaluate(terms, deep, values, 2), expected);
    smt_free(smt);
    terms_free(terms);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void test_floats(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct smt_options options = {.caches = true, .slicing = true, .query_milliseconds = 60000};
    struct smt *smt = smt_new(terms, &options);
    term x = term_input(terms, 0, 0, 64, INPUT_NONDET), n = term_input(terms, 0, 1, 32, INPUT_NONDET);
    term one = term_constant(terms, 64, bits_of(1.0));
    term sum = term_binary(terms, TERM_FADD, x, one);
    uint64_t model[2];

    // A number that adding 1 does not change, and that is not huge in the other direction.
    term pc[] = {term_binary(terms, TERM_FEQ, sum, x),
                 term_binary(terms, TERM_FLT, x, term_constant(terms, 64, bits_of(0.0)))};
    assert_int_equal(smt_check(smt, pc, 2, TERM_NONE, NULL, model, 2), SMT_SAT);
    assert_true(double_of(model[0]) + 1.0 == double_of(model[0]) && double_of(model[0]) < 0);

    // Not a number: unequal to itself.
    assert_int_equal(
        smt_check(smt, NULL, 0, term_not(terms, term_binary(terms, TERM_FEQ, x, x)), NULL, model, 2),
        SMT_SAT);
    assert_true(isnan(double_of(model[0])));

    // Every int is exactly a double, and comes back.
    term there = term_convert(terms, TERM_SINT_TO_F, n, 64);
    term back = term_convert(terms, TERM_F_TO_SINT, there, 32);
    assert_int_equal(smt_check(smt, NULL, 0, term_not(terms, term_eq(terms, back, n)), NULL, NULL, 2),
                     SMT_UNSAT);
    assert_int_equal(smt_statistics(smt)->wrong_models, 0);
    smt_free(smt);
    terms_free(terms);
}

// Z3 has to agree with the processor on each operation, for operands that matter.
static uint64_t special_operand(uint64_t *seed, unsigned width)
{
    static const double numbers[] = {0.0,  -0.0, 1.0,   -1.0,   0.1,          2.5,
                                     -2.5, 1e30, 1e-40, -1e300, 4294967296.0, -2147483648.0};
    uint64_t random = next_random(seed);
    double value = numbers[random % (sizeof numbers / sizeof numbers[0])];
    if (random >> 32 & 1) {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        return width == 32 ? bits : bits_of(value);
    }
    switch (random >> 33 & 3) {
    case 0: return width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
    case 1: return width == 32 ? 0x7fc00001u : 0xfff8000000000001u;
    case 2: return width == 32 ? 0x00000001u : 0x000fffffffffffffu;
    default: return width == 32 ? next_random(seed) >> 32 : next_random(seed);
    }
}

static term float_operation(struct terms *terms, unsigned which, const term *operand)
{
    static const enum term_kind binary[] = {TERM_FADD, TERM_FSUB, TERM_FMUL, TERM_FDIV,
                                            TERM_FEQ,  TERM_FLT,  TERM_FLE};
    unsigned width = term_width(terms, operand[0]);
    if (which < 7)
        return term_binary(terms, binary[which], operand[0], operand[1]);
    switch (which) {
    case 7: return term_unary(terms, TERM_FSQRT, operand[0]);
    case 8: return term_fma(terms, operand[0], operand[1], operand[2]);
    case 9: return term_convert(terms, TERM_FCONVERT, operand[0], width == 32 ? 64 : 32);
    case 10: return term_convert(terms, TERM_F_TO_SINT, operand[0], 32);
    case 11: return term_convert(terms, TERM_F_TO_UINT, operand[0], 64);
    case 12: return term_convert(terms, TERM_SINT_TO_F, operand[0], 32);
    case 13: return term_convert(terms, TERM_UINT_TO_F, operand[0], 64);
    case 14: return term_convert(terms, TERM_F_TO_SINT, operand[0], 8);
    default: return term_fround(terms, operand[0], which - 15);
    }
}

static void test_floats_agree(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct smt_options options = {.slicing = true, .query_milliseconds = 60000};
    struct smt *smt = smt_new(terms, &options);
    uint64_t seed = 42;
    for (unsigned width = 32; width <= 64; width += 32)
        for (unsigned which = 0; which < 20; which++)
            for (unsigned round = 0; round < 6; round++) {
                term input[3], constant[3], pc[3];
                for (unsigned i = 0; i < 3; i++) {
                    input[i] = term_input(terms, width, i, width, INPUT_NONDET);
                    constant[i] = term_constant(terms, width, special_operand(&seed, width));
                    pc[i] = term_eq(terms, input[i], constant[i]);
                }
                term symbolic = float_operation(terms, which, input);
                term folded = float_operation(terms, which, constant);
                uint64_t value;
                assert_true(term_is_constant(terms, folded, &value));
                uint64_t model[6];
                enum smt_answer same =
                    smt_check(smt, pc, 3, term_eq(terms, symbolic, folded), NULL, model, 6);
                enum smt_answer other =
                    smt_check(smt, pc, 3, term_not(terms, term_eq(terms, symbolic, folded)), NULL, NULL, 6);
                if (same != SMT_SAT || other != SMT_UNSAT)
                    fail_msg("operation %u width %u: %d %d", which, width, same, other);
            }
    assert_int_equal(smt_statistics(smt)->wrong_models, 0);
    smt_free(smt);
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_wide_and_deep), cmocka_unit_test(test_floats),
        cmocka_unit_test(test_floats_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
