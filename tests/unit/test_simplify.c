// What conjuncts say of one another: random queries about sums of three small inputs, and what is left of
// them, compared for all values.
#include "smt/simplify.h"

#include "base/memory.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

enum { WIDTH = 4, INPUTS = 3, ALL = 1 << (WIDTH * INPUTS), MOST = 5 };

static uint64_t seed = 7;

static uint64_t below(uint64_t n)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % n;
}

struct world {
    struct terms *terms;
    term input[INPUTS];
    term condition[4]; // that queries share
    struct simplification simple;
};

static term constant(struct world *w, uint64_t value)
{
    return term_constant(w->terms, WIDTH, value);
}

static term any_sum(struct world *w, unsigned depth);

static term any_condition(struct world *w, unsigned depth)
{
    static const enum term_kind kinds[] = {TERM_EQ, TERM_EQ, TERM_ULT, TERM_SLE};
    if (w->condition[3] && below(3) == 0)
        return w->condition[below(4)];
    term t = term_binary(w->terms, kinds[below(4)], any_sum(w, depth), any_sum(w, depth ? depth - 1 : 0));
    if (depth && below(4) == 0)
        t = term_or(w->terms, t, any_condition(w, depth - 1));
    return below(3) ? t : term_not(w->terms, t);
}

static term any_sum(struct world *w, unsigned depth)
{
    term t = below(4) ? w->input[below(INPUTS)] : constant(w, below(16));
    if (depth && below(3) == 0)
        t = term_ite(w->terms, any_condition(w, depth - 1), t, any_sum(w, depth - 1));
    for (uint64_t k = below(3); k > 0; k--) {
        term other = term_binary(w->terms, TERM_MUL, w->input[below(INPUTS)], constant(w, below(8)));
        t = term_binary(w->terms, below(3) ? TERM_ADD : TERM_SUB, t, other);
    }
    return below(12) ? t : term_binary(w->terms, TERM_MUL, t, w->input[below(INPUTS)]);
}

static void open_world(struct world *w)
{
    *w = (struct world){.terms = terms_new()};
    for (uint32_t k = 0; k < INPUTS; k++)
        w->input[k] = term_input(w->terms, 0, k, WIDTH, INPUT_NONDET);
    for (unsigned k = 0; k < 4; k++)
        w->condition[k] = any_condition(w, 0);
}

static void close_world(struct world *w)
{
    simplify_free(&w->simple);
    terms_free(w->terms);
}

static void values_of(uint64_t number, uint64_t *values)
{
    for (unsigned k = 0; k < INPUTS; k++)
        values[k] = number >> WIDTH * k & ((1 << WIDTH) - 1);
}

static bool holds(struct world *w, const term *conjuncts, uint32_t n, const uint64_t *values)
{
    for (uint32_t k = 0; k < n; k++)
        if (!term_evaluate(w->terms, conjuncts[k], values, INPUTS))
            return false;
    return true;
}

static bool is_possible(struct world *w, const term *conjuncts, uint32_t n)
{
    uint64_t values[INPUTS];
    for (uint64_t number = 0; number < ALL; number++) {
        values_of(number, values);
        if (holds(w, conjuncts, n, values))
            return true;
    }
    return false;
}

// Values that satisfy the query satisfy what is asked; such of what is asked, completed, satisfy the query.
static void compare_values(struct world *w, const term *query, uint32_t n)
{
    uint64_t values[INPUTS];
    const term *asked = w->simple.asked.data;
    uint32_t count = w->simple.asked.size;
    for (uint64_t number = 0; number < ALL; number++) {
        values_of(number, values);
        if (holds(w, query, n, values))
            assert_true(!w->simple.contradicts && holds(w, asked, count, values));
        if (w->simple.contradicts || !holds(w, asked, count, values))
            continue;
        simplify_complete(&w->simple, w->terms, values, INPUTS);
        assert_true(holds(w, query, n, values));
    }
}

static void compare_core(struct world *w, const term *query, uint32_t n)
{
    term core[MOST];
    uint32_t count = w->simple.asked.size;
    for (uint32_t k = 0; k < count; k++)
        core[k] = w->simple.asked.data[k];
    if (!w->simple.contradicts && is_possible(w, core, count))
        return;
    simplify_lift_core(&w->simple, query, n, core, &count);
    assert_true(count > 0 && count <= n);
    assert_false(is_possible(w, core, count));
}

static void test_random_queries(void **state)
{
    (void)state;
    unsigned simplified = 0, contradictions = 0;
    for (unsigned round = 0; round < 4000; round++) {
        struct world w;
        term query[MOST];
        uint32_t n = 0;
        open_world(&w);
        for (uint64_t count = 2 + below(MOST - 1); count > 0; count--) {
            term t = any_condition(&w, 2);
            bool known = term_is_true(w.terms, t) || term_is_false(w.terms, t);
            for (uint32_t k = 0; k < n; k++)
                known |= query[k] == t;
            if (!known && n < MOST)
                query[n++] = t;
        }
        if (n && simplify_query(&w.simple, w.terms, query, n)) {
            simplified++;
            contradictions += w.simple.contradicts;
            compare_values(&w, query, n);
            compare_core(&w, query, n);
        }
        close_world(&w);
    }
    assert_true(simplified > 500 && contradictions > 50);
}

// `y` is known to be 0 behind a choice, and x + y + z adds up in another order.
static void test_choices_and_sums(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    term x = w.input[0], y = w.input[1], z = w.input[2], zero = constant(&w, 0),
         y_is_zero = term_eq(w.terms, y, zero),
         sum = term_binary(w.terms, TERM_ADD, term_binary(w.terms, TERM_ADD, x, y), z),
         chosen = term_ite(w.terms, y_is_zero, term_binary(w.terms, TERM_ADD, x, z), y);
    const term query[] = {y_is_zero, term_not(w.terms, term_eq(w.terms, sum, chosen))};
    assert_true(simplify_query(&w.simple, w.terms, query, 2));
    assert_true(w.simple.contradicts);
    close_world(&w);
}

static void test_inverses(void **state)
{
    (void)state;
    struct world w;
    open_world(&w);
    term three = term_binary(w.terms, TERM_MUL, w.input[0], constant(&w, 3)),
         other = term_binary(w.terms, TERM_ADD, term_binary(w.terms, TERM_MUL, w.input[1], constant(&w, 6)),
                             term_binary(w.terms, TERM_MUL, w.input[2], constant(&w, 2)));
    const term query[] = {term_eq(w.terms, three, other)};
    assert_true(simplify_query(&w.simple, w.terms, query, 1));
    assert_int_equal(w.simple.asked.size, 0);
    uint64_t values[INPUTS] = {0, 5, 7};
    simplify_complete(&w.simple, w.terms, values, INPUTS);
    assert_int_equal(3 * values[0] % 16, (6 * values[1] + 2 * values[2]) % 16);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_queries),
        cmocka_unit_test(test_choices_and_sums),
        cmocka_unit_test(test_inverses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
