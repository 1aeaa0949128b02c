// Floating-point terms: every operation symbolic and evaluated against the same operation of the C compiler,
// and the rules about integers that pass through floating point.
#include "term_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <string.h>

static uint64_t seed = 5;

static uint64_t next_random(void)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7ff8000000000000u : bits;
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7fc00000u : bits;
}

static uint64_t pattern(unsigned width)
{
    static const double numbers[] = {0.0,          -0.0,         1.0,     -1.0, 0.5,        1.5,
                                     2.5,          -2.5,         3.0,     1e10, 16777216.0, 16777217.0,
                                     2147483647.0, 2147483648.0, 0.1,     1e38, -1e-320,    -129.0,
                                     4294967295.5, 9.3e18,       INFINITY};
    uint64_t random = next_random();
    double number = numbers[random % (sizeof numbers / sizeof numbers[0])];
    if (random >> 40 & 1)
        number = -number;
    switch (random >> 32 & 3) {
    case 0: return width == 32 ? next_random() >> 32 : next_random();
    case 1: return width == 32 ? 0x7fa00001u : 0xfff4000000000001u; // not a number, signalling
    default: return width == 32 ? bits_of_float((float)number) : bits_of_double(number);
    }
}

static uint64_t expected32(enum term_kind kind, uint64_t x, uint64_t y, uint64_t z)
{
    float a = float_of(x), b = float_of(y);
    switch (kind) {
    case TERM_FADD: return bits_of_float(a + b);
    case TERM_FSUB: return bits_of_float(a - b);
    case TERM_FMUL: return bits_of_float(a * b);
    case TERM_FDIV: return bits_of_float(a / b);
    case TERM_FSQRT: return bits_of_float(sqrtf(a));
    case TERM_FMA: return bits_of_float(fmaf(a, b, float_of(z)));
    case TERM_FEQ: return a == b;
    case TERM_FLT: return a < b;
    default: return a <= b;
    }
}

static uint64_t expected64(enum term_kind kind, uint64_t x, uint64_t y, uint64_t z)
{
    double a = double_of(x), b = double_of(y);
    switch (kind) {
    case TERM_FADD: return bits_of_double(a + b);
    case TERM_FSUB: return bits_of_double(a - b);
    case TERM_FMUL: return bits_of_double(a * b);
    case TERM_FDIV: return bits_of_double(a / b);
    case TERM_FSQRT: return bits_of_double(sqrt(a));
    case TERM_FMA: return bits_of_double(fma(a, b, double_of(z)));
    case TERM_FEQ: return a == b;
    case TERM_FLT: return a < b;
    default: return a <= b;
    }
}

static void test_arithmetic(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    for (unsigned width = 32; width <= 64; width += 32) {
        term in[3];
        for (uint32_t i = 0; i < 3; i++)
            in[i] = term_input(terms, width, i, width, INPUT_NONDET);
        for (enum term_kind kind = TERM_FADD; kind <= TERM_FLE; kind++)
            for (unsigned round = 0; round < 2000; round++) {
                uint64_t v[6] = {0}, *values = width == 32 ? v : v + 3;
                for (unsigned i = 0; i < 3; i++)
                    values[i] = pattern(width);
                term t = kind == TERM_FMA     ? term_fma(terms, in[0], in[1], in[2])
                         : kind == TERM_FSQRT ? term_unary(terms, kind, in[0])
                                              : term_binary(terms, kind, in[0], in[1]);
                uint64_t want = width == 32 ? expected32(kind, values[0], values[1], values[2])
                                            : expected64(kind, values[0], values[1], values[2]);
                assert_int_equal(term_evaluate(terms, t, v, 6), want);
                assert_int_equal(term_compute(kind, width, values[0], values[1], values[2]), want);
            }
    }
    terms_free(terms);
}

static void test_conversions(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        uint64_t f = pattern(32), d = pattern(64), n = next_random() >> (next_random() & 63);
        if (round & 1)
            n = 0 - n;
        assert_int_equal(term_compute_convert(TERM_FCONVERT, 32, 64, f), bits_of_double((double)float_of(f)));
        assert_int_equal(term_compute_convert(TERM_FCONVERT, 64, 32, d), bits_of_float((float)double_of(d)));
        assert_int_equal(term_compute_convert(TERM_SINT_TO_F, 64, 32, n), bits_of_float((float)(int64_t)n));
        assert_int_equal(term_compute_convert(TERM_UINT_TO_F, 64, 32, n), bits_of_float((float)n));
        assert_int_equal(term_compute_convert(TERM_SINT_TO_F, 64, 64, n), bits_of_double((double)(int64_t)n));
        assert_int_equal(term_compute_convert(TERM_UINT_TO_F, 64, 64, n), bits_of_double((double)n));
        double number = double_of(d);
        bool fits = trunc(number) >= -2147483648.0 && trunc(number) <= 2147483647.0;
        assert_int_equal(term_compute_convert(TERM_F_TO_SINT, 64, 32, d),
                         fits ? (uint32_t)(int32_t)number : 0x80000000u);
        bool unsigned_fits = trunc(number) >= 0 && trunc(number) <= 255;
        assert_int_equal(term_compute_convert(TERM_F_TO_UINT, 64, 8, d),
                         unsigned_fits ? (uint8_t)number : 0x80u);
        assert_int_equal(term_compute_fround(64, 2, d), bits_of_double(ceil(number)));
        assert_int_equal(term_compute_fround(32, 0, f), bits_of_float(rintf(float_of(f))));
        assert_int_equal(term_compute_fround(32, 1, f), bits_of_float(roundf(float_of(f))));
        assert_int_equal(term_compute_fround(64, 4, d), bits_of_double(trunc(number)));
    }
}

// Integers through floating point: rules against evaluation of what they replace.
static void test_integers(void **state)
{
    (void)state;
    static const double numbers[] = {0.0,       -0.0,  0.5,       -0.5,  1.0,          100.25,       -128.0,
                                     -128.5,    127.0, 255.0,     256.0, 1e9,          -1e9,         INFINITY,
                                     -INFINITY, NAN,   8388608.0, 1e300, 2147483647.0, -2147483648.0};
    struct terms *terms = terms_new();
    for (unsigned to = 32; to <= 64; to += 32)
        for (unsigned round = 0; round < 3000; round++) {
            static const unsigned widths[] = {1, 8, 16, 24, 25, 32, 53, 64};
            unsigned width = widths[next_random() % 8], other = widths[next_random() % 8];
            bool sign = next_random() & 1, other_sign = next_random() & 1;
            term x = term_input(terms, 0, width, width, INPUT_NONDET),
                 y = term_input(terms, 1, other, other, INPUT_NONDET);
            term a = term_convert(terms, sign ? TERM_SINT_TO_F : TERM_UINT_TO_F, x, to);
            term b = term_convert(terms, other_sign ? TERM_SINT_TO_F : TERM_UINT_TO_F, y, to);
            double number = numbers[next_random() % (sizeof numbers / sizeof numbers[0])];
            uint64_t c = to == 32 ? bits_of_float((float)number) : bits_of_double(number);
            uint64_t values[32] = {0}, u = next_random() >> (64 - width), v = next_random() >> (64 - other);
            if (next_random() & 1)
                v = u & (other == 64 ? UINT64_MAX : ((uint64_t)1 << other) - 1);
            for (uint32_t i = 0; i < term_input_count(terms); i++) {
                if (term_input_get(terms, i)->self == x)
                    values[i] = u;
                if (term_input_get(terms, i)->self == y)
                    values[i] = v;
            }
            uint64_t fu = term_compute_convert(sign ? TERM_SINT_TO_F : TERM_UINT_TO_F, width, to, u);
            uint64_t fv = term_compute_convert(other_sign ? TERM_SINT_TO_F : TERM_UINT_TO_F, other, to, v);
            for (enum term_kind kind = TERM_FEQ; kind <= TERM_FLE; kind++) {
                term constant = term_constant(terms, to, c);
                assert_int_equal(term_evaluate(terms, term_binary(terms, kind, a, b), values, 32),
                                 term_compute(kind, to, fu, fv, 0));
                assert_int_equal(term_evaluate(terms, term_binary(terms, kind, a, constant), values, 32),
                                 term_compute(kind, to, fu, c, 0));
                assert_int_equal(term_evaluate(terms, term_binary(terms, kind, constant, a), values, 32),
                                 term_compute(kind, to, c, fu, 0));
            }
            for (enum term_kind kind = TERM_F_TO_SINT; kind <= TERM_F_TO_UINT; kind++) {
                term back = term_convert(terms, kind, a, other);
                assert_int_equal(term_evaluate(terms, back, values, 32),
                                 term_compute_convert(kind, to, other, fu));
            }
            term turned = term_convert(terms, TERM_FCONVERT, a, 96 - to);
            uint64_t want = term_compute_convert(TERM_FCONVERT, to, 96 - to, fu);
            assert_int_equal(term_evaluate(terms, turned, values, 32), want);
            turned = term_convert(terms, TERM_FCONVERT, turned, to);
            assert_int_equal(term_evaluate(terms, turned, values, 32),
                             term_compute_convert(TERM_FCONVERT, 96 - to, to, want));
        }
    // (int)(double)n is n, and is within the range that C asks for.
    term n = term_input(terms, 2, 0, 32, INPUT_NONDET), real = term_convert(terms, TERM_SINT_TO_F, n, 64);
    assert_int_equal(term_convert(terms, TERM_F_TO_SINT, real, 32), n);
    term least = term_constant(terms, 64, bits_of_double(-2147483649.0));
    assert_true(term_is_true(terms, term_binary(terms, TERM_FLT, least, real)));
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
