// Small widths, exhaustively: every pair of conditions on one term and every operation on a family of operand
// shapes, for every value of the inputs. What random terms meet too seldom.
#include "term/term.h"
#include "term_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define MOST_ITEMS 512
#define MOST_VALUES 64

// A term and its value under each assignment, computed from the values of its operands.
struct item {
    term t;
    uint8_t value[MOST_VALUES];
};

struct table {
    struct terms *terms;
    unsigned width, assignments; // of two inputs of that width, at most 64 assignments
    struct item items[MOST_ITEMS];
    unsigned count;
};

static uint64_t value_at(const struct table *s, unsigned assignment, unsigned input)
{
    return assignment >> (input * s->width) & ((1u << s->width) - 1);
}

static void check(struct table *s, const struct item *item)
{
    for (unsigned a = 0; a < s->assignments; a++) {
        uint64_t values[2] = {value_at(s, a, 0), value_at(s, a, 1)};
        uint64_t got = term_evaluate(s->terms, item->t, values, 2), low, high, zeros, ones;
        term_bounds(s->terms, item->t, &low, &high);
        term_known_bits(s->terms, item->t, &zeros, &ones);
        if (got != item->value[a] || got < low || got > high || (got & zeros) || (~got & ones)) {
            term_print(s->terms, item->t, stderr);
            fail_msg(": assignment %u: %u instead of %u", a, (unsigned)got, item->value[a]);
        }
    }
}

static void add(struct table *s, struct item item)
{
    check(s, &item);
    for (unsigned i = 0; i < s->count; i++)
        if (s->items[i].t == item.t)
            return;
    if (s->count < MOST_ITEMS)
        s->items[s->count++] = item;
}

static struct item combine(struct table *s, enum term_kind kind, const struct item *x, const struct item *y)
{
    struct item result = {.t = term_binary(s->terms, kind, x->t, y->t)};
    unsigned width = term_width(s->terms, x->t);
    int sign = 1 << (width - 1);
    for (unsigned a = 0; a < s->assignments; a++) {
        unsigned u = x->value[a], v = y->value[a], mask = (1u << width) - 1;
        int su = (int)(u ^ (unsigned)sign) - sign, sv = (int)(v ^ (unsigned)sign) - sign;
        unsigned r = 0;
        switch (kind) {
        case TERM_ADD: r = u + v; break;
        case TERM_SUB: r = u - v; break;
        case TERM_MUL: r = u * v; break;
        case TERM_AND: r = u & v; break;
        case TERM_OR: r = u | v; break;
        case TERM_XOR: r = u ^ v; break;
        case TERM_UDIV: r = v ? u / v : mask; break;
        case TERM_UREM: r = v ? u % v : u; break;
        case TERM_SDIV: r = v ? (unsigned)(su / sv) : su < 0 ? 1 : mask; break;
        case TERM_SREM: r = v ? (unsigned)(su % sv) : u; break;
        case TERM_SHL: r = v < width ? u << v : 0; break;
        case TERM_LSHR: r = v < width ? u >> v : 0; break;
        case TERM_ASHR: r = (unsigned)(su >> (v < width ? v : width - 1)); break;
        case TERM_EQ: r = u == v; break;
        case TERM_ULT: r = u < v; break;
        case TERM_ULE: r = u <= v; break;
        case TERM_SLT: r = su < sv; break;
        case TERM_SLE: r = su <= sv; break;
        default: fail();
        }
        result.value[a] = (uint8_t)(r & (kind >= TERM_EQ && kind <= TERM_SLE ? 1 : mask));
    }
    return result;
}

static struct item negate(struct table *s, enum term_kind kind, const struct item *x)
{
    struct item result = {.t = term_unary(s->terms, kind, x->t)};
    unsigned mask = (1u << term_width(s->terms, x->t)) - 1;
    for (unsigned a = 0; a < s->assignments; a++)
        result.value[a] = (uint8_t)((kind == TERM_NOT ? ~x->value[a] : -x->value[a]) & (int)mask);
    return result;
}

static struct item choose(struct table *s, const struct item *c, const struct item *x, const struct item *y)
{
    struct item result = {.t = term_ite(s->terms, c->t, x->t, y->t)};
    for (unsigned a = 0; a < s->assignments; a++)
        result.value[a] = c->value[a] ? x->value[a] : y->value[a];
    return result;
}

static struct item constant(struct table *s, unsigned width, unsigned value)
{
    struct item result = {.t = term_constant(s->terms, width, value)};
    memset(result.value, (int)value, sizeof result.value);
    return result;
}

static struct item input(struct table *s, unsigned index)
{
    struct item result = {.t = term_input(s->terms, 0, index, s->width, INPUT_NONDET)};
    for (unsigned a = 0; a < s->assignments; a++)
        result.value[a] = (uint8_t)value_at(s, a, index);
    return result;
}

static struct item resize(struct table *s, const struct item *x, bool sign, unsigned width)
{
    unsigned from = term_width(s->terms, x->t);
    struct item result = {.t = sign ? term_sext(s->terms, x->t, width) : term_zext(s->terms, x->t, width)};
    for (unsigned a = 0; a < s->assignments; a++) {
        unsigned v = x->value[a];
        if (sign && v >> (from - 1))
            v |= ~((1u << from) - 1);
        result.value[a] = (uint8_t)(v & ((1u << width) - 1));
    }
    return result;
}

static struct item slice(struct table *s, const struct item *x, unsigned low, unsigned width)
{
    struct item result = {.t = term_extract(s->terms, x->t, low, width)};
    for (unsigned a = 0; a < s->assignments; a++)
        result.value[a] = (uint8_t)(x->value[a] >> low & ((1u << width) - 1));
    return result;
}

static struct item join(struct table *s, const struct item *x, const struct item *y)
{
    struct item result = {.t = term_concat(s->terms, x->t, y->t)};
    for (unsigned a = 0; a < s->assignments; a++)
        result.value[a] = (uint8_t)(x->value[a] << term_width(s->terms, y->t) | y->value[a]);
    return result;
}

static void open_table(struct table *s, unsigned width, unsigned inputs)
{
    *s = (struct table){.terms = terms_new(), .width = width, .assignments = 1u << (width * inputs)};
}

static void test_pairs_of_conditions(void **state)
{
    (void)state;
    static const enum term_kind kinds[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    static struct table s;
    for (unsigned width = 1; width <= 4; width++) {
        open_table(&s, width, 1);
        struct item x = input(&s, 0);
        for (unsigned k = 0; k < 1u << width; k++)
            for (unsigned i = 0; i < 5; i++) {
                struct item c = constant(&s, width, k);
                struct item left = combine(&s, kinds[i], &x, &c), right = combine(&s, kinds[i], &c, &x);
                add(&s, left);
                add(&s, right);
                add(&s, negate(&s, TERM_NOT, &left));
                add(&s, negate(&s, TERM_NOT, &right));
            }
        for (unsigned i = 0; i < s.count; i++)
            for (unsigned k = 0; k < s.count; k++) {
                struct item both = combine(&s, TERM_AND, &s.items[i], &s.items[k]);
                struct item any = combine(&s, TERM_OR, &s.items[i], &s.items[k]);
                struct item same = combine(&s, TERM_EQ, &s.items[i], &s.items[k]);
                struct item third = combine(&s, TERM_AND, &any, &s.items[(i * 7 + k * 3) % s.count]);
                check(&s, &both);
                check(&s, &any);
                check(&s, &same);
                check(&s, &third);
            }
        terms_free(s.terms);
    }
}

// Shapes that the rules look for, all of the width of the inputs.
static void add_shapes(struct table *s)
{
    struct item x = input(s, 0), y = input(s, 1);
    unsigned width = s->width;
    add(s, x);
    add(s, y);
    for (unsigned k = 0; k < 1u << width; k++)
        add(s, constant(s, width, k));
    unsigned atoms = s->count;
    struct item low = slice(s, &x, 0, 1), high = slice(s, &y, width - 1, 1),
                middle = slice(s, &x, 0, width - 1);
    add(s, resize(s, &low, false, width));
    add(s, resize(s, &low, true, width));
    add(s, resize(s, &high, true, width));
    add(s, resize(s, &middle, false, width));
    add(s, resize(s, &middle, true, width));
    add(s, join(s, &middle, &high));
    add(s, join(s, &high, &middle));
    for (unsigned i = 0; i < atoms; i++) {
        add(s, negate(s, TERM_NOT, &s->items[i]));
        add(s, negate(s, TERM_NEG, &s->items[i]));
        add(s, combine(s, TERM_ADD, &x, &s->items[i]));
        add(s, combine(s, TERM_MUL, &x, &s->items[i]));
        add(s, combine(s, TERM_AND, &y, &s->items[i]));
        add(s, combine(s, TERM_OR, &x, &s->items[i]));
        add(s, combine(s, TERM_XOR, &x, &s->items[i]));
        add(s, combine(s, TERM_UREM, &x, &s->items[i]));
        add(s, choose(s, &low, &s->items[i], &s->items[(i + 3) % atoms]));
        add(s, choose(s, &high, &x, &s->items[i]));
    }
}

static void test_operations_on_shapes(void **state)
{
    (void)state;
    static struct table s;
    for (unsigned width = 2; width <= 3; width++) {
        open_table(&s, width, 2);
        add_shapes(&s);
        for (unsigned i = 0; i < s.count; i++)
            for (unsigned k = 0; k < s.count; k++)
                for (enum term_kind kind = TERM_ADD; kind <= TERM_SLE; kind++) {
                    struct item result = combine(&s, kind, &s.items[i], &s.items[k]);
                    check(&s, &result);
                }
        terms_free(s.terms);
    }
}

// Two operations in wider terms: extensions, slices and choices over them.
static void test_wider_shapes(void **state)
{
    (void)state;
    static struct table s;
    open_table(&s, 2, 2);
    add_shapes(&s);
    unsigned shapes = s.count;
    for (unsigned i = 0; i < shapes; i++)
        for (unsigned k = i % 3; k < shapes; k += 3) {
            struct item a = resize(&s, &s.items[i], i % 2, 5), b = resize(&s, &s.items[k], k % 2, 5);
            struct item pair = join(&s, &s.items[i], &s.items[k]);
            for (enum term_kind kind = TERM_ADD; kind <= TERM_SLE; kind++) {
                struct item result = combine(&s, kind, &a, &b);
                check(&s, &result);
                if (term_width(s.terms, result.t) == 1)
                    continue;
                for (unsigned low = 0; low < 5; low++) {
                    struct item part = slice(&s, &result, low, 5 - low), top = slice(&s, &result, 4, 1);
                    struct item again = resize(&s, &part, k % 2, 6);
                    struct item chosen = choose(&s, &top, &a, &result);
                    struct item mixed = combine(&s, TERM_ULT, &chosen, &a);
                    check(&s, &part);
                    check(&s, &again);
                    check(&s, &chosen);
                    check(&s, &mixed);
                }
            }
            for (unsigned value = 0; value < 16; value++) {
                struct item c = constant(&s, 4, value);
                for (enum term_kind kind = TERM_ADD; kind <= TERM_SLE; kind++) {
                    struct item right = combine(&s, kind, &pair, &c), left = combine(&s, kind, &c, &pair);
                    check(&s, &right);
                    check(&s, &left);
                }
            }
        }
    terms_free(s.terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_of_conditions),
        cmocka_unit_test(test_operations_on_shapes),
        cmocka_unit_test(test_wider_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
