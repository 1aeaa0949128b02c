// What the simplifier has to find, not only that it is right: bytes of a term put together again, bit-fields
// in unknown memory, normal forms of sums and of conditions, inputs, printing.
#include "base/failure.h"
#include "base/memory.h"
#include "term/term.h"
#include "term_text.h"

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

struct fixture {
    struct terms *terms;
    term x, y, z;    // 32 bits
    term byte, word; // 8 and 64 bits
    term p, q;       // 1 bit
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->terms = terms_new();
    f->x = term_input(f->terms, 0, 0, 32, INPUT_NONDET);
    f->y = term_input(f->terms, 0, 1, 32, INPUT_NONDET);
    f->z = term_input(f->terms, 1, 0, 32, INPUT_UNINITIALISED);
    f->byte = term_input(f->terms, 1, 1, 8, INPUT_NAMED);
    f->word = term_input(f->terms, 1, 2, 64, INPUT_HAVOC);
    f->p = term_input(f->terms, 2, 0, 1, INPUT_NONDET);
    f->q = term_input(f->terms, 2, 1, 1, INPUT_NONDET);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    terms_free(f->terms);
    free(f);
    return memory_live_blocks() == 0 ? 0 : -1;
}

static term c32(struct fixture *f, uint64_t value)
{
    return term_constant(f->terms, 32, value);
}

static term bin(struct fixture *f, enum term_kind kind, term a, term b)
{
    return term_binary(f->terms, kind, a, b);
}

#define CHECK(expression, expected) assert_int_equal((expression), (expected))

// The bytes of t, joined from the top down, from the bottom up, and in pairs.
static void check_reload(struct fixture *f, term t)
{
    unsigned bytes = term_width(f->terms, t) / 8;
    term byte[16] = {TERM_NONE};
    for (unsigned i = 0; i < bytes; i++)
        byte[i] = term_extract(f->terms, t, 8 * i, 8);
    term up = byte[0], down = byte[bytes - 1];
    for (unsigned i = 1; i < bytes; i++) {
        up = term_concat(f->terms, byte[i], up);
        down = term_concat(f->terms, down, byte[bytes - 1 - i]);
    }
    if (up != t || down != t) {
        term_print(f->terms, t, stderr);
        fputs("\nup ", stderr);
        term_print(f->terms, up, stderr);
        fputs("\ndown ", stderr);
        term_print(f->terms, down, stderr);
        fputc('\n', stderr);
    }
    CHECK(up, t);
    CHECK(down, t);
    term pairs = TERM_NONE;
    for (unsigned i = 0; i + 1 < bytes; i += 2) {
        term pair = term_concat(f->terms, byte[i + 1], byte[i]);
        CHECK(pair, term_extract(f->terms, t, 8 * i, 16));
        pairs = pairs ? term_concat(f->terms, pair, pairs) : pair;
    }
    if (pairs && bytes % 2 == 0)
        CHECK(pairs, t);
}

static void test_reload(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    check_reload(f, f->x);
    check_reload(f, f->word);
    check_reload(f, bin(f, TERM_ADD, f->x, f->y));
    check_reload(f, bin(f, TERM_AND, f->x, f->y));
    check_reload(f, bin(f, TERM_AND, f->x, c32(f, 0x00ff00ff)));
    check_reload(f, bin(f, TERM_AND, f->x, c32(f, 0x55555555)));
    check_reload(f, bin(f, TERM_AND, f->x, c32(f, 0x55555500)));
    check_reload(f, bin(f, TERM_XOR, f->x, c32(f, 0x80000001)));
    check_reload(f, bin(f, TERM_MUL, f->x, c32(f, 12)));
    check_reload(f, bin(f, TERM_SHL, f->x, c32(f, 5)));
    check_reload(f, bin(f, TERM_LSHR, f->x, c32(f, 5)));
    check_reload(f, bin(f, TERM_ASHR, f->x, c32(f, 11)));
    check_reload(f, term_unary(t, TERM_NOT, f->x));
    check_reload(f, term_unary(t, TERM_NEG, f->x));
    check_reload(f, term_sext(t, f->byte, 32));
    check_reload(f, term_sext(t, f->byte, 64));
    check_reload(f, term_zext(t, f->byte, 32));
    check_reload(f, term_zext(t, f->p, 32));
    check_reload(f, term_sext(t, f->p, 32));
    check_reload(f, term_zext(t, f->word, 128));
    check_reload(f, term_concat(t, f->x, f->word));
    check_reload(f, bin(f, TERM_ADD, term_zext(t, f->byte, 32), c32(f, 1)));
    check_reload(f, bin(f, TERM_ADD, term_sext(t, f->byte, 32), c32(f, 1)));
    check_reload(f, term_ite(t, f->p, f->x, f->y));
    check_reload(f, term_ite(t, f->p, c32(f, 1), c32(f, 2)));
    check_reload(f, term_ite(t, f->p, c32(f, 0x0100), c32(f, 1)));
    check_reload(f, term_ite(t, f->p, f->x, c32(f, 0x0100)));
    check_reload(f, term_ite(t, f->p, term_zext(t, f->byte, 32), f->x));
    check_reload(f, bin(f, TERM_UDIV, f->x, f->y));
}

// t.field = value, read back: the unit is unknown (never initialised) but for the field.
static void test_bit_fields(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    for (unsigned low = 0; low < 32; low += 3)
        for (unsigned width = 1; low + width <= 32; width += 4) {
            uint64_t ones = (width == 32 ? 0xffffffffu : (1u << width) - 1), mask = ones << low;
            uint64_t value = 0x5a5a5a5a & ones;
            term cleared = bin(f, TERM_AND, f->z, c32(f, ~mask));
            term unit = bin(f, TERM_OR, cleared, c32(f, value << low));
            term read = bin(f, TERM_AND, bin(f, TERM_LSHR, unit, c32(f, low)), c32(f, ones));
            CHECK(read, c32(f, value));
            CHECK(bin(f, TERM_AND, unit, c32(f, mask)), c32(f, value << low));
            // Written with a term, signed read.
            term field = term_extract(t, f->x, 0, width);
            term placed = bin(f, TERM_AND, bin(f, TERM_SHL, f->x, c32(f, low)), c32(f, mask));
            unit = bin(f, TERM_OR, cleared, placed);
            term up = bin(f, TERM_SHL, unit, c32(f, 32 - low - width));
            CHECK(bin(f, TERM_ASHR, up, c32(f, 32 - width)), term_sext(t, field, 32));
            // The neighbours are what they were.
            if (low)
                CHECK(term_extract(t, unit, 0, low), term_extract(t, f->z, 0, low));
        }
}

static void test_bytes_by_shifts(void **state)
{
    struct fixture *f = *state;
    term parts = c32(f, 0);
    for (unsigned i = 0; i < 4; i++) {
        term byte = term_zext(f->terms, term_extract(f->terms, f->x, 8 * i, 8), 32);
        parts = bin(f, TERM_OR, parts, bin(f, TERM_SHL, byte, c32(f, 8 * i)));
    }
    CHECK(parts, f->x);
    term shifted = bin(f, TERM_AND, bin(f, TERM_LSHR, f->x, c32(f, 16)), c32(f, 0xff));
    CHECK(shifted, term_zext(f->terms, term_extract(f->terms, f->x, 16, 8), 32));
}

static void test_sums(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    term sum = bin(f, TERM_ADD, f->x, f->y);
    CHECK(bin(f, TERM_SUB, sum, f->y), f->x);
    CHECK(bin(f, TERM_SUB, f->x, f->x), c32(f, 0));
    CHECK(bin(f, TERM_ADD, bin(f, TERM_ADD, f->x, c32(f, 3)), c32(f, 4)), bin(f, TERM_ADD, f->x, c32(f, 7)));
    CHECK(bin(f, TERM_ADD, bin(f, TERM_ADD, f->x, c32(f, 3)), c32(f, 0xfffffffd)), f->x);
    CHECK(bin(f, TERM_ADD, f->z, sum), bin(f, TERM_ADD, bin(f, TERM_ADD, f->z, f->y), f->x));
    CHECK(bin(f, TERM_ADD, sum, sum), bin(f, TERM_SHL, sum, c32(f, 1)));
    CHECK(bin(f, TERM_ADD, bin(f, TERM_MUL, f->x, c32(f, 4)), f->x), bin(f, TERM_MUL, f->x, c32(f, 5)));
    CHECK(bin(f, TERM_SUB, bin(f, TERM_MUL, f->x, c32(f, 5)), f->x), bin(f, TERM_SHL, f->x, c32(f, 2)));
    CHECK(bin(f, TERM_MUL, f->x, c32(f, 4)), bin(f, TERM_SHL, f->x, c32(f, 2)));
    CHECK(bin(f, TERM_MUL, bin(f, TERM_MUL, f->x, c32(f, 3)), f->y),
          bin(f, TERM_MUL, bin(f, TERM_MUL, f->y, c32(f, 3)), f->x));
    CHECK(term_unary(t, TERM_NEG, term_unary(t, TERM_NEG, sum)), sum);
    CHECK(bin(f, TERM_ADD, f->x, term_unary(t, TERM_NOT, f->x)), c32(f, 0xffffffff));
    // An index scaled and extended, as addresses are.
    term index = term_sext(t, f->x, 64), four = term_constant(t, 64, 4);
    term scaled = bin(f, TERM_MUL, index, four), base = term_constant(t, 64, 0x1000);
    CHECK(bin(f, TERM_SUB, bin(f, TERM_ADD, base, scaled), base), scaled);
    CHECK(bin(f, TERM_SUB, bin(f, TERM_ADD, scaled, scaled), scaled), scaled);
    CHECK(bin(f, TERM_SHL, index, term_constant(t, 64, 2)), scaled);
    // A char that is counted.
    term count = f->byte;
    for (unsigned i = 0; i < 5; i++)
        count = term_extract(t, bin(f, TERM_ADD, term_sext(t, count, 32), c32(f, 1)), 0, 8);
    CHECK(count, bin(f, TERM_ADD, f->byte, term_constant(t, 8, 5)));
    // As in `counters`: sums of sums stay short.
    term i = f->x, j = f->y;
    for (unsigned round = 0; round < 10; round++) {
        i = bin(f, TERM_ADD, i, j);
        j = bin(f, TERM_ADD, j, i);
    }
    CHECK(j, bin(f, TERM_ADD, bin(f, TERM_MUL, f->x, c32(f, 6765)), bin(f, TERM_MUL, f->y, c32(f, 10946))));
}

static void test_conditions(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    term yes = term_constant(t, 1, 1), no = term_constant(t, 1, 0);
    term below5 = bin(f, TERM_ULT, f->x, c32(f, 5)), below9 = bin(f, TERM_ULT, f->x, c32(f, 9));
    term is7 = term_eq(t, f->x, c32(f, 7));
    CHECK(bin(f, TERM_ULE, f->x, c32(f, 4)), below5);
    CHECK(term_not(t, bin(f, TERM_ULT, c32(f, 4), f->x)), below5);
    CHECK(term_not(t, bin(f, TERM_ULE, c32(f, 5), f->x)), below5);
    CHECK(term_and(t, below5, below9), below5);
    CHECK(term_or(t, below5, below9), below9);
    CHECK(term_and(t, is7, below9), is7);
    CHECK(term_and(t, is7, below5), no);
    CHECK(term_and(t, is7, term_not(t, is7)), no);
    CHECK(term_or(t, is7, term_not(t, is7)), yes);
    CHECK(term_and(t, f->p, term_or(t, f->p, f->q)), f->p);
    CHECK(term_and(t, f->p, term_or(t, term_not(t, f->p), f->q)), term_and(t, f->p, f->q));
    CHECK(term_and(t, term_and(t, f->p, f->q), f->p), term_and(t, f->q, f->p));
    CHECK(term_eq(t, bin(f, TERM_ADD, f->x, c32(f, 3)), c32(f, 10)), is7);
    CHECK(term_eq(t, bin(f, TERM_SUB, c32(f, 10), f->x), c32(f, 3)), is7);
    CHECK(term_eq(t, bin(f, TERM_MUL, f->x, c32(f, 3)), c32(f, 21)), is7);
    CHECK(term_eq(t, bin(f, TERM_MUL, f->x, c32(f, 4)), c32(f, 21)), no);
    CHECK(term_eq(t, bin(f, TERM_ADD, f->x, f->y), bin(f, TERM_ADD, f->y, c32(f, 7))), is7);
    CHECK(term_eq(t, bin(f, TERM_ADD, f->x, c32(f, 1)), f->x), no);
    CHECK(term_eq(t, term_zext(t, f->byte, 32), c32(f, 300)), no);
    CHECK(bin(f, TERM_ULT, term_zext(t, f->byte, 32), c32(f, 256)), yes);
    CHECK(bin(f, TERM_SLT, term_sext(t, f->byte, 32), c32(f, 128)), yes);
    CHECK(bin(f, TERM_SLT, term_zext(t, f->byte, 32), c32(f, 0)), no);
    CHECK(bin(f, TERM_ULT, bin(f, TERM_UREM, f->x, c32(f, 10)), c32(f, 10)), yes);
    CHECK(term_eq(t, term_ite(t, f->p, c32(f, 5), c32(f, 6)), c32(f, 5)), f->p);
    CHECK(term_eq(t, term_ite(t, f->p, c32(f, 5), c32(f, 6)), c32(f, 6)), term_not(t, f->p));
    CHECK(term_eq(t, term_ite(t, f->p, c32(f, 5), c32(f, 6)), c32(f, 7)), no);
    CHECK(term_eq(t, term_zext(t, f->p, 32), c32(f, 0)), term_not(t, f->p));
    CHECK(term_not(t, term_eq(t, term_zext(t, f->p, 8), term_constant(t, 8, 0))), f->p);
    CHECK(term_eq(t, bin(f, TERM_AND, f->x, c32(f, 1)), c32(f, 0)), term_not(t, term_extract(t, f->x, 0, 1)));
    CHECK(term_eq(t, bin(f, TERM_XOR, f->x, f->y), c32(f, 0)), term_eq(t, f->y, f->x));
    CHECK(bin(f, TERM_SLT, term_zext(t, f->byte, 32), c32(f, 10)),
          bin(f, TERM_ULT, f->byte, term_constant(t, 8, 10)));
}

static void test_choices(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    CHECK(term_ite(t, f->p, c32(f, 1), c32(f, 0)), term_zext(t, f->p, 32));
    CHECK(term_ite(t, f->p, f->q, term_constant(t, 1, 0)), term_and(t, f->p, f->q));
    CHECK(term_ite(t, f->p, term_ite(t, f->p, f->x, f->y), f->z), term_ite(t, f->p, f->x, f->z));
    CHECK(term_ite(t, f->p, f->x, term_ite(t, f->q, f->x, f->y)),
          term_ite(t, term_or(t, f->p, f->q), f->x, f->y));
    CHECK(term_ite(t, term_not(t, f->p), f->x, f->y), term_ite(t, f->p, f->y, f->x));
    CHECK(term_ite(t, term_eq(t, f->x, f->y), f->x, f->y), f->y);
    CHECK(bin(f, TERM_MUL, term_zext(t, f->p, 32), f->x), term_ite(t, f->p, f->x, c32(f, 0)));
    CHECK(bin(f, TERM_XOR, term_zext(t, f->p, 32), c32(f, 1)), term_zext(t, term_not(t, f->p), 32));
    // A table read byte by byte at a symbolic index.
    term low = term_ite(t, f->p, term_extract(t, f->x, 0, 8), term_extract(t, f->y, 0, 8));
    term high = term_ite(t, f->p, term_extract(t, f->x, 8, 8), term_extract(t, f->y, 8, 8));
    CHECK(term_concat(t, high, low),
          term_ite(t, f->p, term_extract(t, f->x, 0, 16), term_extract(t, f->y, 0, 16)));
}

static void test_division(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    CHECK(bin(f, TERM_UDIV, f->x, c32(f, 8)), bin(f, TERM_LSHR, f->x, c32(f, 3)));
    CHECK(bin(f, TERM_UREM, f->x, c32(f, 8)), bin(f, TERM_AND, f->x, c32(f, 7)));
    CHECK(bin(f, TERM_SDIV, f->x, c32(f, 0xffffffff)), term_unary(t, TERM_NEG, f->x));
    CHECK(bin(f, TERM_SREM, f->x, c32(f, 1)), c32(f, 0));
    CHECK(bin(f, TERM_UREM, f->x, f->x), c32(f, 0));
    CHECK(bin(f, TERM_UREM, term_zext(t, f->byte, 32), c32(f, 1000)), term_zext(t, f->byte, 32));
    CHECK(bin(f, TERM_SDIV, term_zext(t, f->byte, 32), c32(f, 4)),
          bin(f, TERM_LSHR, term_zext(t, f->byte, 32), c32(f, 2)));
}

static void test_inputs(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    CHECK(term_input(t, 0, 0, 32, INPUT_NONDET), f->x);
    assert_int_not_equal(term_input(t, 0, 0, 16, INPUT_NONDET), f->x);
    term sum = bin(f, TERM_ADD, f->x, bin(f, TERM_MUL, f->z, f->y));
    uint32_t count;
    const uint32_t *inputs = term_inputs(t, sum, &count);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(inputs[i], i);
    assert_true(term_has_input_kind(t, sum, INPUT_UNINITIALISED));
    assert_false(term_has_input_kind(t, sum, INPUT_HAVOC));
    const uint32_t *again = term_inputs(t, term_unary(t, TERM_NOT, sum), &count);
    assert_ptr_equal(again, term_inputs(t, sum, &count)); // one list for all terms over the same inputs
    assert_int_equal(term_input_get(t, 2)->maker, 1);
    term_inputs(t, c32(f, 5), &count);
    assert_int_equal(count, 0);
    // Many inputs: sets of many sizes.
    term all = c32(f, 0);
    for (uint32_t i = 0; i < 200; i++)
        all = bin(f, TERM_XOR, bin(f, TERM_UDIV, all, f->x), term_input(t, 9, i, 32, INPUT_NONDET));
    inputs = term_inputs(t, all, &count);
    assert_int_equal(count, 201);
    for (uint32_t i = 1; i < count; i++)
        assert_true(inputs[i - 1] < inputs[i]);
}

static void test_evaluation(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    uint64_t values[] = {7, 5, 3};
    term sum = bin(f, TERM_ADD, f->x, bin(f, TERM_MUL, f->y, f->z));
    assert_int_equal(term_evaluate(t, sum, values, 3), 22);
    assert_int_equal(term_evaluate(t, sum, values, 1), 7);
    term_evaluate_begin(t, values, 3);
    assert_int_equal(term_evaluate_next(t, sum), 22);
    assert_int_equal(term_evaluate_next(t, bin(f, TERM_UDIV, sum, f->y)), 4);
    term wide = bin(f, TERM_MUL, term_zext(t, f->word, 128), term_zext(t, f->word, 128));
    uint64_t all[] = {0, 0, 0, 0, UINT64_MAX};
    assert_int_equal(term_evaluate(t, term_extract(t, wide, 64, 64), all, 5), UINT64_MAX - 1);
    assert_int_equal(term_evaluate(t, term_extract(t, wide, 0, 64), all, 5), 1);
    uint64_t high, low;
    assert_true(term_is_constant_wide(t, term_constant_wide(t, 100, UINT64_MAX, 3), &high, &low));
    assert_int_equal(high, ((uint64_t)1 << 36) - 1);
    assert_int_equal(low, 3);
    assert_int_equal(term_compute(TERM_SDIV, 8, 0x80, 0xff, 0), 0x80);
}

static void test_printing(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    char text[512] = {0};
    FILE *out = fmemopen(text, sizeof text, "w");
    term product = bin(f, TERM_MUL, f->x, f->y);
    term_print(t, bin(f, TERM_UDIV, product, bin(f, TERM_ADD, product, c32(f, 255))), out);
    fclose(out);
    char expected[512];
    snprintf(expected, sizeof expected,
             "(let ((t%u (bvmul i0.0:32 i0.1:32)))\n(bvudiv t%u (bvadd t%u 0xff:32)))", product, product,
             product);
    assert_string_equal(text, expected);
}

// Chains far beyond every limit of the simplifier, and deeper than the C stack.
static void test_long_chains(void **state)
{
    struct fixture *f = *state;
    struct terms *t = f->terms;
    term sum = c32(f, 0), table = c32(f, 0), all = term_constant(t, 1, 1);
    for (uint32_t i = 0; i < 20000; i++) {
        term next = term_input(t, 7, i, 32, INPUT_NONDET);
        sum = bin(f, TERM_ADD, sum, next);
        table = term_ite(t, term_eq(t, f->x, c32(f, i)), c32(f, i * i), table);
        all = term_and(t, all, bin(f, TERM_ULT, next, f->y));
    }
    uint64_t value[1] = {150};
    assert_int_equal(term_evaluate(t, table, value, 1), 22500);
    assert_int_equal(term_evaluate(t, sum, value, 1), 0);
    assert_int_equal(term_evaluate(t, all, value, 1), 0);
    term found = term_eq(t, table, c32(f, 22500)); // a chain of 20000 decisions
    assert_int_equal(term_evaluate(t, found, value, 1), 1);
    value[0] = 151;
    assert_int_equal(term_evaluate(t, found, value, 1), 0);
}

// Every allocation fails in turn: the caller of the guard gets control, and what exists can be released.
static void test_out_of_memory(void **state)
{
    (void)state;
    for (volatile uint64_t n = 1; n < 60; n += 3) {
        struct terms *volatile terms = NULL;
        jmp_buf handler, *old = failure_guard(&handler);
        if (setjmp(handler) == 0) {
            terms = terms_new();
            memory_fail_after(n);
            term sum = term_input(terms, 0, 0, 32, INPUT_NONDET);
            for (uint32_t i = 1; i < 3000; i++) {
                sum = term_binary(terms, TERM_MUL, sum, term_input(terms, 0, i, 32, INPUT_NONDET));
                uint32_t count;
                term_inputs(terms, sum, &count);
                term_evaluate(terms, sum, NULL, 0);
            }
        }
        memory_fail_after(0);
        failure_guard(old);
        terms_free(terms);
    }
    assert_int_equal(memory_live_blocks(), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_reload),   TEST(test_bit_fields),  TEST(test_bytes_by_shifts),
        TEST(test_sums),     TEST(test_conditions),  TEST(test_choices),
        TEST(test_division), TEST(test_inputs),      TEST(test_evaluation),
        TEST(test_printing), TEST(test_long_chains), cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
