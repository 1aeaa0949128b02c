// Random terms against a second implementation of their meaning: every builder call is recorded as it was
// asked for, and evaluated from that record alone, without the table, its folding or its simplifier.
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

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

#define MAX_NODES 64
#define MAX_INPUTS 4

struct call {
    enum term_kind kind;
    unsigned width;
    int kid[3];
    wide value; // CONSTANT, or input index, or low bit of EXTRACT
    term built;
};

struct sample {
    struct terms *terms;
    struct call calls[MAX_NODES];
    int count;
    uint64_t seed;
};

static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static unsigned below(struct sample *s, unsigned limit)
{
    return (unsigned)(next_random(&s->seed) % limit);
}

static wide mask_of(unsigned width)
{
    wide mask = 0;
    for (unsigned i = 0; i < width; i++)
        mask = mask << 1 | 1;
    return mask;
}

static bool top_bit(unsigned width, wide value)
{
    return value >> (width - 1) & 1;
}

// The value with its sign spread over all 128 bits.
static signed_wide spread(unsigned width, wide value)
{
    return (signed_wide)(top_bit(width, value) ? value | ~mask_of(width) : value);
}

static wide reference_divide(const struct call *c, unsigned width, wide a, wide b)
{
    switch (c->kind) {
    case TERM_UDIV: return b == 0 ? mask_of(width) : a / b;
    case TERM_UREM: return b == 0 ? a : a % b;
    case TERM_SDIV:
        if (b == 0)
            return top_bit(width, a) ? 1 : mask_of(width);
        if (spread(width, b) == -1)
            return 0 - a;
        return (wide)(spread(width, a) / spread(width, b));
    default:
        if (b == 0)
            return a;
        if (spread(width, b) == -1)
            return 0;
        return (wide)(spread(width, a) % spread(width, b));
    }
}

static wide reference_shift(const struct call *c, unsigned width, wide a, wide b)
{
    unsigned steps = b > width ? width : (unsigned)b;
    bool sign = top_bit(width, a);
    for (unsigned i = 0; i < steps; i++) {
        if (c->kind == TERM_SHL)
            a = a << 1 & mask_of(width);
        else
            a = a >> 1 | (c->kind == TERM_ASHR && sign ? (wide)1 << (width - 1) : 0);
    }
    return a;
}

static wide reference_value(const struct sample *s, const struct call *c, const wide *values,
                            const uint64_t *inputs)
{
    wide a = c->kid[0] >= 0 ? values[c->kid[0]] : 0, b = c->kid[1] >= 0 ? values[c->kid[1]] : 0;
    unsigned from = c->kid[0] >= 0 ? s->calls[c->kid[0]].width : 0;
    switch (c->kind) {
    case TERM_CONSTANT: return c->value;
    case TERM_INPUT: return inputs[(int)c->value];
    case TERM_NOT: return ~a;
    case TERM_NEG: return 0 - a;
    case TERM_ADD: return a + b;
    case TERM_SUB: return a - b;
    case TERM_MUL: return a * b;
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: return reference_divide(c, from, a, b);
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return reference_shift(c, from, a, b);
    case TERM_AND: return a & b;
    case TERM_OR: return a | b;
    case TERM_XOR: return a ^ b;
    case TERM_EQ: return a == b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return spread(from, a) < spread(from, b);
    case TERM_SLE: return spread(from, a) <= spread(from, b);
    case TERM_ITE: return a ? b : values[c->kid[2]];
    case TERM_CONCAT: return a << s->calls[c->kid[1]].width | b;
    case TERM_EXTRACT: return a >> (unsigned)c->value;
    case TERM_ZEXT: return a;
    case TERM_SEXT: return (wide)spread(from, a);
    default: fail(); return 0;
    }
}

static int add_call(struct sample *s, struct call call)
{
    s->calls[s->count] = call;
    return s->count++;
}

static int add_constant(struct sample *s, unsigned width, wide value)
{
    value &= mask_of(width);
    term built = term_constant_wide(s->terms, width, (uint64_t)(value >> 64), (uint64_t)value);
    return add_call(s, (struct call){TERM_CONSTANT, width, {-1, -1, -1}, value, built});
}

static int add_input(struct sample *s, unsigned width, unsigned index)
{
    term built = term_input(s->terms, 0, index, width, INPUT_NONDET);
    return add_call(s, (struct call){TERM_INPUT, width, {-1, -1, -1}, index, built});
}

// Constants that rules look for: small ones, masks, powers of two, runs of bits, extremes.
static wide interesting(struct sample *s, unsigned width)
{
    wide value = next_random(&s->seed);
    unsigned shift = below(s, width);
    switch (below(s, 9)) {
    case 0: return value << 64 | next_random(&s->seed);
    case 1: return (wide)1 << shift;
    case 2: return mask_of(shift + 1);
    case 3: return ~mask_of(shift);
    case 4: return mask_of(below(s, width) + 1) << shift;
    case 5: return ~(mask_of(below(s, width) + 1) << shift);
    case 6: return (wide)0 - below(s, 4);
    case 7: return ((wide)1 << (width - 1)) + below(s, 3) - 1;
    default: return below(s, width < 4 ? 1u << width : 12);
    }
}

static int pick(struct sample *s, unsigned width)
{
    int found = -1, seen = 0;
    for (int i = 0; i < s->count; i++)
        if (s->calls[i].width == width && below(s, (unsigned)++seen) == 0)
            found = i;
    if (found < 0 || (below(s, 5) == 0 && s->count < MAX_NODES - 8))
        return add_constant(s, width, interesting(s, width));
    return found;
}

static void add_resize(struct sample *s)
{
    int a = (int)below(s, (unsigned)s->count);
    unsigned from = s->calls[a].width;
    struct call call = {TERM_ZEXT, 0, {a, -1, -1}, 0, s->calls[a].built};
    switch (below(s, 4)) {
    case 0: {
        int b = (int)below(s, (unsigned)s->count);
        if (from + s->calls[b].width > TERM_MAX_WIDTH)
            return;
        call.kind = TERM_CONCAT;
        call.width = from + s->calls[b].width;
        call.kid[1] = b;
        call.built = term_concat(s->terms, call.built, s->calls[b].built);
        break;
    }
    case 1: {
        unsigned low = below(s, from);
        call.kind = TERM_EXTRACT;
        call.width = 1 + below(s, from - low);
        if (below(s, 2) && from >= 8)
            low = low / 8 * 8, call.width = from - low < 8 ? from - low : 8;
        call.value = low;
        call.built = term_extract(s->terms, call.built, low, call.width);
        break;
    }
    case 2:
        call.width = from + below(s, (TERM_MAX_WIDTH > 2 * from ? from + 1 : TERM_MAX_WIDTH - from + 1));
        call.built = term_zext(s->terms, call.built, call.width);
        break;
    default:
        call.kind = TERM_SEXT;
        call.width = from + below(s, (TERM_MAX_WIDTH > 2 * from ? from + 1 : TERM_MAX_WIDTH - from + 1));
        call.built = term_sext(s->terms, call.built, call.width);
        break;
    }
    add_call(s, call);
}

static bool is_comparison(enum term_kind kind)
{
    return kind >= TERM_EQ && kind <= TERM_SLE;
}

static void add_binary(struct sample *s)
{
    static const enum term_kind kinds[] = {
        TERM_ADD, TERM_ADD, TERM_SUB,  TERM_SUB,  TERM_MUL, TERM_UDIV, TERM_SDIV, TERM_UREM, TERM_SREM,
        TERM_SHL, TERM_SHL, TERM_LSHR, TERM_ASHR, TERM_AND, TERM_AND,  TERM_OR,   TERM_OR,   TERM_XOR,
        TERM_EQ,  TERM_EQ,  TERM_ULT,  TERM_ULE,  TERM_SLT, TERM_SLE,  TERM_XOR};
    enum term_kind kind = kinds[below(s, sizeof kinds / sizeof kinds[0])];
    int a = (int)below(s, (unsigned)s->count);
    int b = pick(s, s->calls[a].width);
    if ((kind == TERM_SHL || kind == TERM_LSHR || kind == TERM_ASHR) && below(s, 3))
        b = add_constant(s, s->calls[a].width, below(s, s->calls[a].width + 1));
    if (below(s, 4) == 0) {
        int swap = a;
        a = b;
        b = swap;
    }
    struct call call = {kind, is_comparison(kind) ? 1 : s->calls[a].width, {a, b, -1}, 0, TERM_NONE};
    call.built = term_binary(s->terms, kind, s->calls[a].built, s->calls[b].built);
    add_call(s, call);
}

static void add_unary_or_ite(struct sample *s)
{
    int a = (int)below(s, (unsigned)s->count);
    if (below(s, 2)) {
        enum term_kind kind = below(s, 2) ? TERM_NOT : TERM_NEG;
        struct call call = {kind, s->calls[a].width, {a, -1, -1}, 0, TERM_NONE};
        call.built = term_unary(s->terms, kind, s->calls[a].built);
        add_call(s, call);
        return;
    }
    int condition = pick(s, 1);
    int b = pick(s, s->calls[a].width);
    struct call call = {TERM_ITE, s->calls[a].width, {condition, a, b}, 0, TERM_NONE};
    call.built = term_ite(s->terms, s->calls[condition].built, s->calls[a].built, s->calls[b].built);
    add_call(s, call);
}

static void build_sample(struct sample *s)
{
    static const unsigned widths[] = {1, 2, 3, 5, 7, 8, 12, 16, 24, 31, 32, 32, 33, 48, 63, 64, 64};
    unsigned width = widths[below(s, sizeof widths / sizeof widths[0])];
    for (unsigned i = 0; i < MAX_INPUTS; i++)
        add_input(s, below(s, 3) ? width : widths[below(s, sizeof widths / sizeof widths[0])], i);
    int target = 8 + (int)below(s, MAX_NODES - 16);
    while (s->count < target) {
        unsigned choice = below(s, 10);
        if (choice < 3)
            add_resize(s);
        else if (choice < 8)
            add_binary(s);
        else
            add_unary_or_ite(s);
    }
}

static uint64_t evaluate_half(struct sample *s, term t, bool high, const uint64_t *inputs)
{
    unsigned width = term_width(s->terms, t);
    if (width > 64)
        t = high ? term_extract(s->terms, t, 64, width - 64) : term_extract(s->terms, t, 0, 64);
    else if (high)
        return 0;
    return term_evaluate(s->terms, t, inputs, 2 * MAX_INPUTS);
}

static void report(struct sample *s, uint64_t seed, int at, wide want, wide got)
{
    fprintf(stderr, "seed %llu node %d: want %llx%016llx got %llx%016llx\n", (unsigned long long)seed, at,
            (unsigned long long)(want >> 64), (unsigned long long)want, (unsigned long long)(got >> 64),
            (unsigned long long)got);
    for (int i = 0; i <= at; i++) {
        const struct call *c = &s->calls[i];
        fprintf(stderr, "%d: kind %d width %u kids %d %d %d value %llx%016llx: ", i, (int)c->kind, c->width,
                c->kid[0], c->kid[1], c->kid[2], (unsigned long long)(c->value >> 64),
                (unsigned long long)c->value);
        term_print(s->terms, c->built, stderr);
        fputc('\n', stderr);
    }
}

static void check_assignment(struct sample *s, uint64_t seed, const uint64_t *inputs)
{
    wide values[MAX_NODES];
    for (int i = 0; i < s->count; i++) {
        const struct call *c = &s->calls[i];
        wide want = values[i] = reference_value(s, c, values, inputs) & mask_of(c->width);
        assert_int_equal(term_width(s->terms, c->built), c->width);
        wide got =
            (wide)evaluate_half(s, c->built, true, inputs) << 64 | evaluate_half(s, c->built, false, inputs);
        uint64_t low, high, zeros, ones;
        term_bounds(s->terms, c->built, &low, &high);
        term_known_bits(s->terms, c->built, &zeros, &ones);
        bool within = c->width > 64 || (want >= low && want <= high);
        bool bits = ((uint64_t)want & zeros) == 0 && ((uint64_t)want & ones) == ones;
        if (got != want || !within || !bits) {
            fprintf(stderr, "bounds %d bits %d\n", within, bits);
            report(s, seed, i, want, got);
            fail();
        }
    }
}

// Terms with their inputs renamed have the same values where the other inputs have.
static void check_renaming(struct sample *s, uint64_t seed, const uint64_t *inputs)
{
    uint64_t others[2 * MAX_INPUTS] = {0};
    term images[MAX_INPUTS];
    for (unsigned i = 0; i < MAX_INPUTS; i++) {
        images[i] = term_input(s->terms, 1, i, s->calls[i].width, INPUT_NONDET);
        others[MAX_INPUTS + i] = inputs[i];
    }
    term_rename_begin(s->terms);
    for (unsigned i = 0; i < MAX_INPUTS; i++)
        term_rename_input(s->terms, i, images[i]);
    for (int i = 0; i < s->count; i++) {
        term renamed = term_rename(s->terms, s->calls[i].built);
        for (unsigned high = 0; high < 2; high++)
            if (evaluate_half(s, renamed, high, others) != evaluate_half(s, s->calls[i].built, high, inputs))
                fail_msg("seed %llu: node %d has another value when renamed", (unsigned long long)seed, i);
    }
}

static void check_seed(uint64_t seed)
{
    struct sample s = {.terms = terms_new(), .seed = seed * 7919 + 1};
    build_sample(&s);
    for (unsigned round = 0; round < 6; round++) {
        uint64_t inputs[2 * MAX_INPUTS] = {0};
        for (unsigned i = 0; i < MAX_INPUTS; i++)
            inputs[i] = (uint64_t)(interesting(&s, s.calls[i].width) & mask_of(s.calls[i].width));
        check_assignment(&s, seed, inputs);
        check_renaming(&s, seed, inputs);
    }
    const char *reason;
    if (!terms_audit(s.terms, &reason))
        fail_msg("seed %llu: %s", (unsigned long long)seed, reason);
    terms_free(s.terms);
}

static void test_random_terms(void **state)
{
    (void)state;
    const char *samples = getenv("HEDDLE_TEST_SAMPLES");
    const char *first = getenv("HEDDLE_TEST_FIRST");
    uint64_t start = first ? strtoull(first, NULL, 10) : 0;
    uint64_t count = samples ? strtoull(samples, NULL, 10) : 4000;
    for (uint64_t seed = start; seed < start + count; seed++)
        check_seed(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_terms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
