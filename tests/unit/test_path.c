// What is known of terms under a path condition, compared with trying every assignment: bounds
// (term_bounds_under with bounds of any subterms; path_range with conditions that come and go) and decisions.
#include "machine/path.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include "term/interval.h"

#include <stdlib.h>
#include <string.h>

#define INPUTS 3
#define INPUT_BITS 4
#define ASSIGNMENTS (1u << INPUTS * INPUT_BITS)
#define VALUES 24
#define PATH 8
#define ADDED 128

struct world {
    struct machine machine;
    struct terms *terms;
    uint64_t seed;
    term input[INPUTS];
    term value[VALUES]; // of any widths, made of the inputs
    uint32_t length;
    bool holds[PATH][ASSIGNMENTS]; // the first so many conditions of the path
    struct added {
        term t;
        bool follows;              // or is a condition
        struct path_length before; // of the path
    } added[ADDED];
    uint32_t added_count;
};

static unsigned below(struct world *w, unsigned limit)
{
    uint64_t z = (w->seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ (z >> 31)) % limit);
}

static uint64_t value_of(struct world *w, term t, uint32_t assignment)
{
    uint64_t inputs[INPUTS];
    for (unsigned k = 0; k < INPUTS; k++)
        inputs[k] = assignment >> k * INPUT_BITS & ((1u << INPUT_BITS) - 1);
    return term_evaluate(w->terms, t, inputs, INPUTS);
}

// ---- random terms

static term fit(struct world *w, term t, unsigned width)
{
    unsigned from = term_width(w->terms, t);
    if (from > width)
        return term_extract(w->terms, t, below(w, from - width + 1), width);
    return below(w, 2) ? term_zext(w->terms, t, width) : term_sext(w->terms, t, width);
}

static term small_constant(struct world *w, unsigned width)
{
    uint64_t number = below(w, 12), top = (uint64_t)1 << (width - 1);
    unsigned kind = below(w, 8);
    return term_constant(w->terms, width,
                         kind == 0   ? -number
                         : kind == 1 ? top + number
                         : kind == 2 ? top - number
                                     : number);
}

// The values made before are the parts of those made later.
static term any_value(struct world *w, unsigned made, unsigned width)
{
    if (below(w, 5) == 0)
        return small_constant(w, width);
    term t = w->value[below(w, made)];
    for (unsigned k = 0; k < 4 && term_width(w->terms, t) != width; k++) // rather one of that width
        t = w->value[below(w, made)];
    return fit(w, t, width);
}

static term any_condition(struct world *w, unsigned made)
{
    static const enum term_kind kinds[] = {TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE, TERM_EQ};
    term a = w->value[below(w, made)];
    unsigned width = term_width(w->terms, a);
    term b = below(w, 3) ? any_value(w, made, width) : small_constant(w, width);
    if (below(w, 6) == 0) // within an interval
        a = term_binary(w->terms, TERM_SUB, a, small_constant(w, width));
    term t = term_binary(w->terms, kinds[below(w, below(w, 4) ? 4 : 5)], a, b);
    if (below(w, 4) == 0)
        t = term_not(w->terms, t);
    return t;
}

static term any_formula(struct world *w, unsigned made)
{
    term t = any_condition(w, made);
    for (unsigned more = below(w, 3); more; more--)
        t = term_binary(w->terms, below(w, 3) ? TERM_AND : TERM_OR, t, any_condition(w, made));
    return below(w, 6) ? t : term_not(w->terms, t);
}

static term made_of(struct world *w, unsigned made)
{
    static const enum term_kind kinds[] = {TERM_ADD, TERM_ADD, TERM_SUB,  TERM_MUL,  TERM_AND,  TERM_OR,
                                           TERM_XOR, TERM_SHL, TERM_LSHR, TERM_ASHR, TERM_UDIV, TERM_UREM};
    static const unsigned widths[] = {3, 4, 5, 8, 32, 64};
    unsigned width = widths[below(w, 6)];
    switch (below(w, 6)) {
    case 0: return any_value(w, made, width);
    case 1:
        return term_ite(w->terms, any_condition(w, made), any_value(w, made, width),
                        any_value(w, made, width));
    case 2:
        return term_binary(w->terms, TERM_MUL, any_value(w, made, width), term_constant(w->terms, width, 4));
    case 3: return term_binary(w->terms, TERM_ADD, any_value(w, made, width), small_constant(w, width));
    default:
        return term_binary(w->terms, kinds[below(w, sizeof kinds / sizeof kinds[0])],
                           any_value(w, made, width), any_value(w, made, width));
    }
}

static struct world *open_world(uint64_t seed)
{
    struct world *w = test_calloc(1, sizeof *w);
    w->terms = w->machine.terms = terms_new();
    w->seed = seed;
    for (unsigned k = 0; k < INPUTS; k++)
        w->value[k] = w->input[k] = term_input(w->terms, k, 0, INPUT_BITS, INPUT_NONDET);
    for (unsigned k = INPUTS; k < VALUES; k++)
        w->value[k] = made_of(w, k);
    return w;
}

static void close_world(struct world *w)
{
    path_free(&w->machine);
    terms_free(w->terms);
    test_free(w);
}

// ---- bounds of terms where more is known of subterms

// Knows of some terms in which range their values are, for the assignments of a set.
struct knowledge {
    struct world *w;
    const bool *set;
    unsigned one_in;
};

static void values_within(struct world *w, term t, const bool *set, uint64_t *low, uint64_t *high)
{
    *low = UINT64_MAX;
    *high = 0;
    for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
        uint64_t value = set[k] ? value_of(w, t, k) : *low;
        *low = value < *low ? value : *low;
        *high = set[k] && value > *high ? value : *high;
    }
}

static bool know(void *context, term t, uint64_t *low, uint64_t *high)
{
    struct knowledge *k = context;
    if (t % k->one_in)
        return false;
    values_within(k->w, t, k->set, low, high);
    return true;
}

static void check_range(struct world *w, term t, struct term_range range, const bool *set)
{
    for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
        if (!set[k])
            continue;
        uint64_t value = value_of(w, t, k);
        if (value < range.low || value > range.high || value & range.zeros || ~value & range.ones) {
            fail_msg("term %u: %llu is not within %llu .. %llu", (unsigned)t, (unsigned long long)value,
                     (unsigned long long)range.low, (unsigned long long)range.high);
        }
    }
}

static uint64_t samples(uint64_t usual)
{
    const char *text = getenv("HEDDLE_TEST_SAMPLES");
    return text ? strtoull(text, NULL, 10) : usual;
}

static void test_bounds_under(void **state)
{
    (void)state;
    static bool set[ASSIGNMENTS];
    uint64_t tighter = 0, count = samples(150);
    for (uint64_t seed = 0; seed < count; seed++) {
        struct world *w = open_world(seed);
        term chosen = any_formula(w, VALUES);
        bool any = false;
        for (uint32_t k = 0; k < ASSIGNMENTS; k++)
            any |= set[k] = value_of(w, chosen, k) & 1;
        struct knowledge knowledge = {w, set, 1 + below(w, 3)};
        struct term_known known = {know, &knowledge};
        for (unsigned k = 0; k < VALUES && any; k += 3) {
            uint64_t low, high;
            struct term_range range;
            term_bounds_under(w->terms, w->value[k], &known, &range);
            term_bounds(w->terms, w->value[k], &low, &high);
            check_range(w, w->value[k], range, set);
            assert_true(range.low >= low && range.high <= high);
            tighter += range.low > low || range.high < high;
        }
        close_world(w);
    }
    assert_true(tighter > count);
}

// ---- intervals of parts

static bool within(const struct term_interval *i, uint64_t value)
{
    return (value >= i->low && value <= i->high) != i->outside;
}

// Whenever a value lies in an interval, its part lies in what that says of the part; and nothing smaller
// would do where the part alone decides.
static void test_parts(void **state)
{
    (void)state;
    uint64_t said = 0, count = samples(300);
    for (uint64_t seed = 0; seed < count; seed++) {
        struct world *w = open_world(seed);
        for (unsigned k = 0; k < VALUES; k++) {
            term t = w->value[k];
            unsigned width = term_width(w->terms, t);
            uint64_t most = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
            uint64_t ends[2] = {value_of(w, t, below(w, ASSIGNMENTS)), value_of(w, t, below(w, ASSIGNMENTS))};
            struct term_interval whole = {.subject = t, .outside = below(w, 2)};
            whole.low = ends[ends[0] > ends[1]];
            whole.high = ends[ends[0] <= ends[1]];
            struct term_interval part = whole;
            if ((whole.outside && !whole.low && whole.high == most) ||
                !term_interval_of_part(w->terms, &part))
                continue;
            said++;
            assert_true(part.low <= part.high);
            for (uint32_t a = 0; a < ASSIGNMENTS; a++)
                if (within(&whole, value_of(w, t, a)))
                    assert_true(within(&part, value_of(w, part.subject, a)));
        }
        close_world(w);
    }
    assert_true(said > count);
}

// ---- path conditions

static const bool *present_set(const struct world *w)
{
    static bool all[ASSIGNMENTS];
    memset(all, true, sizeof all);
    return w->length ? w->holds[w->length - 1] : all;
}

static void add(struct world *w, term condition, bool follows, struct path_length before)
{
    assert_true(w->added_count < ADDED);
    w->added[w->added_count++] = (struct added){condition, follows, before};
    if (follows)
        path_follows(&w->machine, condition);
    else
        path_push(&w->machine, condition);
}

static void take_back(struct world *w)
{
    w->added_count = below(w, w->added_count);
    struct path_length length = w->added[w->added_count].before;
    path_shrink(&w->machine, length);
    w->length = length.conditions;
}

// Adds a condition if it can hold.
static void push(struct world *w, term condition)
{
    const bool *before = present_set(w);
    bool possible = false;
    for (uint32_t k = 0; k < ASSIGNMENTS; k++)
        possible |= w->holds[w->length][k] = before[k] && value_of(w, condition, k) & 1;
    if (!possible)
        return;
    add(w, condition, false, path_length(&w->machine));
    w->length++;
}

// What follows is noted, as the machine does when the solver or bounds say so.
static void check_decision(struct world *w, term condition)
{
    bool truth, holds = true, fails = true;
    struct path_length before_it = path_length(&w->machine); // what bounds decide is noted at once
    const bool *set = present_set(w);
    for (uint32_t k = 0; k < ASSIGNMENTS; k++) {
        holds &= !set[k] || value_of(w, condition, k) & 1;
        fails &= !set[k] || !(value_of(w, condition, k) & 1);
    }
    if (path_decides(&w->machine, condition, &truth))
        assert_true(truth ? holds : fails);
    if (!holds && !fails)
        return;
    add(w, holds ? condition : term_not(w->terms, condition), true, before_it);
    uint64_t value; // nothing is noted of a constant
    assert_true(term_is_constant(w->terms, condition, &value) ||
                (path_decides(&w->machine, condition, &truth) && truth == holds));
}

// What is known is what it would be without all that was taken back.
static void check_like_new(struct world *w)
{
    struct machine again = {.terms = w->terms};
    for (uint32_t k = 0; k < w->added_count; k++)
        (w->added[k].follows ? path_follows : path_push)(&again, w->added[k].t);
    for (unsigned k = 0; k < VALUES; k++) {
        struct term_range a = path_range(&w->machine, w->value[k]), b = path_range(&again, w->value[k]);
        assert_memory_equal(&a, &b, sizeof a);
    }
    path_free(&again);
}

static void test_paths(void **state)
{
    (void)state;
    uint64_t tighter = 0, count = samples(300);
    for (uint64_t seed = 0; seed < count; seed++) {
        struct world *w = open_world(seed);
        for (unsigned round = 0; round < 12; round++) {
            if (w->added_count && below(w, 4) == 0)
                take_back(w);
            while (w->length == PATH)
                take_back(w);
            push(w, any_formula(w, VALUES));
            check_like_new(w);
            for (unsigned k = 0; k < 4; k++) {
                term t = w->value[below(w, VALUES)];
                uint64_t low, high;
                struct term_range range = path_range(&w->machine, t);
                check_range(w, t, range, present_set(w));
                term_bounds(w->terms, t, &low, &high);
                tighter += range.low > low || range.high < high;
                check_decision(w, any_condition(w, VALUES));
            }
        }
        close_world(w);
    }
    assert_true(tighter > 2 * count);
}

// ---- indices that are compared with each other

#define INDEX_BITS 32

struct indices {
    struct machine machine;
    term j, k, n;
};

static term compare(struct indices *i, enum term_kind kind, term a, term b)
{
    return term_binary(i->machine.terms, kind, a, b);
}

static void open_indices(struct indices *i)
{
    *i = (struct indices){.machine.terms = terms_new()};
    term *inputs[] = {&i->j, &i->k, &i->n};
    for (unsigned k = 0; k < 3; k++)
        *inputs[k] = term_input(i->machine.terms, k, 0, INDEX_BITS, INPUT_NONDET);
}

static void close_indices(struct indices *i)
{
    path_free(&i->machine);
    terms_free(i->machine.terms);
}

static void expect(struct indices *i, term t, uint64_t low, uint64_t high)
{
    struct term_range range = path_range(&i->machine, t);
    assert_int_equal(range.low, low);
    assert_int_equal(range.high, high);
}

// Three conditions, in every order.
static void push_in_order(struct indices *i, const term *conditions, unsigned order)
{
    static const unsigned orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (unsigned k = 0; k < 3; k++)
        path_push(&i->machine, conditions[orders[order][k]]);
}

static void test_relations(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 6; order++) {
        struct indices i;
        open_indices(&i);
        struct terms *terms = i.machine.terms;
        term zero = term_constant(terms, INDEX_BITS, 0), four = term_constant(terms, INDEX_BITS, 4);
        term minus_two = term_constant(terms, INDEX_BITS, (uint64_t)-2);
        term address = term_binary(terms, TERM_MUL, term_sext(terms, i.j, 64), term_constant(terms, 64, 8));
        const term is_signed[] = {compare(&i, TERM_SLE, zero, i.j), compare(&i, TERM_SLT, i.j, i.k),
                                  compare(&i, TERM_SLT, i.k, four)};
        push_in_order(&i, is_signed, order);
        expect(&i, i.j, 0, 2);
        expect(&i, i.k, 1, 3);
        expect(&i, address, 0, 16);
        path_shrink(&i.machine, (struct path_length){0});
        expect(&i, i.j, 0, UINT32_MAX);

        const term is_unsigned[] = {compare(&i, TERM_ULT, i.j, i.k), compare(&i, TERM_ULE, i.k, i.n),
                                    compare(&i, TERM_ULE, i.n, four)};
        push_in_order(&i, is_unsigned, order);
        expect(&i, i.j, 0, 3);
        expect(&i, i.k, 1, 4);
        expect(&i, i.n, 1, 4);
        path_shrink(&i.machine, (struct path_length){0});

        // From -2 to 3: not an interval of unsigned numbers, but what lies above 3 is known not to be.
        const term around[] = {compare(&i, TERM_SLE, minus_two, i.j), compare(&i, TERM_SLT, i.j, i.k),
                               compare(&i, TERM_SLE, i.k, four)};
        push_in_order(&i, around, order);
        expect(&i, term_binary(terms, TERM_ADD, i.j, zero), 0, UINT32_MAX);
        path_push(&i.machine, compare(&i, TERM_SLE, zero, i.j));
        expect(&i, i.j, 0, 3);
        path_shrink(&i.machine, (struct path_length){0});

        // Nothing between 3 and the last two of the signed numbers: those are still possible.
        uint64_t top = (uint64_t)1 << (INDEX_BITS - 1);
        term shifted = term_binary(terms, TERM_SUB, i.k, four);
        const term ends[] = {compare(&i, TERM_SLE, zero, i.j), compare(&i, TERM_SLT, i.j, i.k),
                             compare(&i, TERM_ULE, term_constant(terms, INDEX_BITS, top - 6), shifted)};
        push_in_order(&i, ends, order);
        expect(&i, i.j, 0, top - 2);
        path_shrink(&i.machine, (struct path_length){0});

        // A relation that is taken back leaves the earlier ones of its sides.
        path_push(&i.machine, is_unsigned[0]);
        struct path_length after_first = path_length(&i.machine);
        path_push(&i.machine, compare(&i, TERM_ULT, order % 2 ? i.j : i.k, i.n));
        path_shrink(&i.machine, after_first);
        path_push(&i.machine, compare(&i, TERM_ULT, i.k, four));
        expect(&i, i.j, 0, 2);
        path_shrink(&i.machine, (struct path_length){0});

        const term equal[] = {term_eq(terms, i.j, i.n), compare(&i, TERM_ULT, i.k, four),
                              compare(&i, TERM_ULT, i.n, i.k)};
        push_in_order(&i, equal, order);
        expect(&i, i.j, 0, 2);
        expect(&i, i.n, 0, 2);
        path_push(&i.machine,
                  compare(&i, TERM_ULT, order % 2 ? i.j : i.n, term_constant(terms, INDEX_BITS, 2)));
        expect(&i, i.j, 0, 1);
        expect(&i, i.n, 0, 1);
        close_indices(&i);
    }
}

// However many relations a term is in: what is found may be less than could be, and is found at once.
static void test_many_relations(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    struct indices i;
    open_indices(&i);
    for (uint32_t k = 0; k < MANY; k++) {
        term other = term_input(i.machine.terms, k, 1, INDEX_BITS, INPUT_NONDET);
        path_push(&i.machine, compare(&i, TERM_ULT, other, i.k));
    }
    for (uint64_t limit = MANY; limit > 4; limit--)
        path_push(&i.machine, compare(&i, TERM_ULT, i.k, term_constant(i.machine.terms, INDEX_BITS, limit)));
    term last = term_input(i.machine.terms, MANY - 1, 1, INDEX_BITS, INPUT_NONDET);
    expect(&i, last, 0, 3);
    close_indices(&i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_under),   cmocka_unit_test(test_parts),
        cmocka_unit_test(test_paths),          cmocka_unit_test(test_relations),
        cmocka_unit_test(test_many_relations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
