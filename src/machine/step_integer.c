// Integer instructions of up to 64 bits.
#include "machine/fold.h"
#include "machine/identifiers.h"
#include "machine/interchangeable.h"
#include "machine/reuse.h"
#include "machine/step.h"

#include <stdio.h>

// ---- terms of the same meaning

// Which term an opcode builds, whether with exchanged operands, whether negated.
struct term_rule {
    uint8_t kind;
    bool swap, negate;
};
static const struct term_rule rules[OP_COUNT] = {
    [OP_ADD] = {TERM_ADD, false, false},   [OP_SUB] = {TERM_SUB, false, false},
    [OP_MUL] = {TERM_MUL, false, false},   [OP_UDIV] = {TERM_UDIV, false, false},
    [OP_SDIV] = {TERM_SDIV, false, false}, [OP_UREM] = {TERM_UREM, false, false},
    [OP_SREM] = {TERM_SREM, false, false}, [OP_SHL] = {TERM_SHL, false, false},
    [OP_LSHR] = {TERM_LSHR, false, false}, [OP_ASHR] = {TERM_ASHR, false, false},
    [OP_AND] = {TERM_AND, false, false},   [OP_OR] = {TERM_OR, false, false},
    [OP_XOR] = {TERM_XOR, false, false},   [OP_EQ] = {TERM_EQ, false, false},
    [OP_NE] = {TERM_EQ, false, true},      [OP_ULT] = {TERM_ULT, false, false},
    [OP_ULE] = {TERM_ULE, false, false},   [OP_UGT] = {TERM_ULT, true, false},
    [OP_UGE] = {TERM_ULE, true, false},    [OP_SLT] = {TERM_SLT, false, false},
    [OP_SLE] = {TERM_SLE, false, false},   [OP_SGT] = {TERM_SLT, true, false},
    [OP_SGE] = {TERM_SLE, true, false},
};

term step_binary_term(struct machine *m, unsigned op, unsigned width, struct value a, struct value b)
{
    const struct term_rule *rule = &rules[op];
    term x = symbolic_term(m, a, width), y = symbolic_term(m, b, width);
    term t = rule->swap ? term_binary(m->terms, rule->kind, y, x) : term_binary(m->terms, rule->kind, x, y);
    return rule->negate ? term_not(m->terms, t) : t;
}

static bool computes_integer(struct machine *m, const struct instruction *i, unsigned op, uint64_t a,
                             uint64_t b)
{
    bool handles = identifiers_matter(m, a) || identifiers_matter(m, b);
    bool addresses = reuse_may_be_address(m, a) || reuse_may_be_address(m, b);
    if (!handles && (!addresses || reuse_is_within(m, op, a, b)))
        return true;
    step_save(m, i);
    return (!identifiers_matter(m, a) || identifiers_compute(m, a)) &&
           (!identifiers_matter(m, b) || identifiers_compute(m, b)) && reuse_computes(m, op, i->width, a, b);
}

bool step_computes(struct machine *m, const struct instruction *i, uint64_t a, uint64_t b)
{
    return computes_integer(m, i, i->op, a, b);
}

bool step_computes_value(struct machine *m, const struct instruction *i, unsigned width, struct value v)
{
    if (!v.t) // as in a product every bit of the word may decide every bit of the result
        return !MAY_COMPUTE(v.bits, 0) || computes_integer(m, i, OP_MUL, v.bits, 0);
    step_save(m, i);
    return width < m->program->pointer_bits || identifiers_compute_value(m, v);
}

// Of addresses that inputs move, and of comparisons with inputs, nothing is said.
static bool address_computes(struct machine *m, unsigned op, unsigned width, struct value a, struct value b)
{
    if (!(a.t | b.t))
        return reuse_computes(m, op, width, a.bits, b.bits);
    bool moves = op == OP_ADD || op == OP_SUB, compares = op >= OP_EQ && op <= OP_SGE_I;
    return moves || compares || reuse_computes(m, OP_MUL, width, a.t ? 0 : a.bits, b.t ? 0 : b.bits);
}

// Where a word depends on inputs, or operands are checked for more than the usual case.
static const struct instruction *set_binary_term(struct machine *m, const struct instruction *i, unsigned op,
                                                 struct value a, struct value b)
{
    if (i->width == m->program->pointer_bits) {
        step_save(m, i);
        if (!identifiers_compute_value(m, a) || !identifiers_compute_value(m, b) ||
            !address_computes(m, op, i->width, a, b))
            return NULL;
    }
    struct value v = symbolic_value(m, step_binary_term(m, op, i->width, a, b));
    cell_set_value(m, &m->registers[i->d], v);
    return i + 1;
}

// ---- instructions

static bool wants_overflow(const struct machine *m, const struct instruction *i)
{
    return i->aux & OP_NSW && m->options.properties & 1u << PROPERTY_OVERFLOW;
}

static const struct instruction *binary_slow(struct machine *m, const struct instruction *i, unsigned op,
                                             struct value a, struct value b)
{
    if ((op == OP_ADD || op == OP_SUB || op == OP_MUL) && wants_overflow(m, i) &&
        !step_check_overflow(m, i, op, a, b))
        return NULL;
    return set_binary_term(m, i, op, a, b);
}

// What is done where a word may be a handle or an address is a function of its own, so that the usual case
// needs no registers saved.
#define COMPUTING(NAME)                                                                                      \
    static __attribute__((noinline)) const struct instruction *compute_##NAME(                               \
        struct machine *m, struct cell *r, const struct instruction *i, uint64_t a, uint64_t b)              \
    {                                                                                                        \
        if (!step_computes(m, i, a, b))                                                                      \
            return NULL;                                                                                     \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a, b));                                                  \
        return i + 1;                                                                                        \
    }

#define PLAIN(NAME)                                                                                          \
    COMPUTING(NAME)                                                                                          \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        const struct cell *a = &r[i->a], *b = &r[i->b];                                                      \
        if (__builtin_expect((a->t | b->t) != 0, 0))                                                         \
            return set_binary_term(m, i, OP_##NAME, cell_value(a), cell_value(b));                           \
        if (MAY_COMPUTE(a->bits, b->bits))                                                                   \
            return compute_##NAME(m, r, i, a->bits, b->bits);                                                \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a->bits, b->bits));                                      \
        return i + 1;                                                                                        \
    }                                                                                                        \
    IMMEDIATE(NAME, if (MAY_COMPUTE(a->bits, 0)) return compute_##NAME(m, r, i, a->bits, immediate_b(i));)
#define IMMEDIATE(NAME, SPECIAL)                                                                             \
    const struct instruction *step_##NAME##_I(struct machine *m, struct cell *r,                             \
                                              const struct instruction *i)                                   \
    {                                                                                                        \
        const struct cell *a = &r[i->a];                                                                     \
        if (__builtin_expect(a->t != 0, 0))                                                                  \
            return set_binary_term(m, i, OP_##NAME, cell_value(a),                                           \
                                   (struct value){immediate_b(i), TERM_NONE});                               \
        SPECIAL                                                                                              \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a->bits, immediate_b(i)));                               \
        return i + 1;                                                                                        \
    }
PLAIN(AND)
PLAIN(OR)
PLAIN(XOR)

// Comparisons for equality: of addresses, they may show that those of released blocks matter (reuse.h).
#define COMPARISON(NAME)                                                                                     \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        const struct cell *a = &r[i->a], *b = &r[i->b];                                                      \
        if (__builtin_expect((a->t | b->t) != 0, 0))                                                         \
            return set_binary_term(m, i, OP_##NAME, cell_value(a), cell_value(b));                           \
        if (__builtin_expect(reuse_matters(m, i->width, a->bits, b->bits), 0) &&                             \
            !compare_operand_addresses(m, i, a->bits, b->bits))                                              \
            return NULL;                                                                                     \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a->bits, b->bits));                                      \
        return i + 1;                                                                                        \
    }                                                                                                        \
    IMMEDIATE(NAME, )
static bool compare_operand_addresses(struct machine *m, const struct instruction *i, uint64_t a, uint64_t b)
{
    step_save(m, i);
    return reuse_compare(m, a, b);
}
COMPARISON(EQ)
COMPARISON(NE)
PLAIN(ULT)
PLAIN(ULE)
PLAIN(UGT)
PLAIN(UGE)
PLAIN(SLT)
PLAIN(SLE)
PLAIN(SGT)
PLAIN(SGE)

#define OVERFLOWING(NAME)                                                                                    \
    COMPUTING(NAME)                                                                                          \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        const struct cell *a = &r[i->a], *b = &r[i->b];                                                      \
        if (__builtin_expect((a->t | b->t) != 0 || wants_overflow(m, i), 0))                                 \
            return binary_slow(m, i, OP_##NAME, cell_value(a), cell_value(b));                               \
        if (MAY_COMPUTE(a->bits, b->bits))                                                                   \
            return compute_##NAME(m, r, i, a->bits, b->bits);                                                \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a->bits, b->bits));                                      \
        return i + 1;                                                                                        \
    }                                                                                                        \
    const struct instruction *step_##NAME##_I(struct machine *m, struct cell *r,                             \
                                              const struct instruction *i)                                   \
    {                                                                                                        \
        const struct cell *a = &r[i->a];                                                                     \
        if (__builtin_expect(a->t != 0 || wants_overflow(m, i), 0))                                          \
            return binary_slow(m, i, OP_##NAME, cell_value(a), (struct value){immediate_b(i), TERM_NONE});   \
        if (MAY_COMPUTE(a->bits, 0))                                                                         \
            return compute_##NAME(m, r, i, a->bits, immediate_b(i));                                         \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a->bits, immediate_b(i)));                               \
        return i + 1;                                                                                        \
    }
OVERFLOWING(ADD)
OVERFLOWING(SUB)
OVERFLOWING(MUL)

static const struct instruction *divide_values(struct machine *m, const struct instruction *i, unsigned op,
                                               struct value a, struct value b)
{
    if (!step_check_division(m, i, op, a, b))
        return NULL;
    return set_binary_term(m, i, op, a, b);
}

// An operation that is undefined for some operands: where it is harmless, as UNDEFINED says not, and
// concrete, it stays the host's; all else goes through terms, which fold.
#define CHECKED(NAME, UNDEFINED, SLOW)                                                                       \
    COMPUTING(NAME)                                                                                          \
    static inline const struct instruction *do_##NAME(                                                       \
        struct machine *m, struct cell *r, const struct instruction *i, struct value a, struct value b)      \
    {                                                                                                        \
        if (__builtin_expect((a.t | b.t) != 0 || UNDEFINED(i, b.bits), 0))                                   \
            return SLOW(m, i, OP_##NAME, a, b);                                                              \
        if (MAY_COMPUTE(a.bits, 0))                                                                          \
            return compute_##NAME(m, r, i, a.bits, b.bits);                                                  \
        cell_set(m, &r[i->d], fold_##NAME(i->width, a.bits, b.bits));                                        \
        return i + 1;                                                                                        \
    }                                                                                                        \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        return do_##NAME(m, r, i, cell_value(&r[i->a]), cell_value(&r[i->b]));                               \
    }                                                                                                        \
    const struct instruction *step_##NAME##_I(struct machine *m, struct cell *r,                             \
                                              const struct instruction *i)                                   \
    {                                                                                                        \
        return do_##NAME(m, r, i, cell_value(&r[i->a]), (struct value){immediate_b(i), TERM_NONE});          \
    }

#define DIVIDES_WRONGLY(i, by) ((by) == 0 || (by) == fold_mask((i)->width))
CHECKED(UDIV, DIVIDES_WRONGLY, divide_values)
CHECKED(SDIV, DIVIDES_WRONGLY, divide_values)
CHECKED(UREM, DIVIDES_WRONGLY, divide_values)
CHECKED(SREM, DIVIDES_WRONGLY, divide_values)

// A shift by the width or more has no defined result: a violation if asked for, else anything.
static const struct instruction *shift_slow(struct machine *m, const struct instruction *i, unsigned op,
                                            struct value a, struct value b)
{
    bool valid;
    if (!step_check_shift(m, i, op, a, b, &valid))
        return NULL;
    if (valid)
        return set_binary_term(m, i, op, a, b);
    cell_set_value(m, &m->registers[i->d],
                   symbolic_input(m, i->width, INPUT_UNINITIALISED, "result of an invalid shift"));
    return i + 1;
}

#define SHIFTS_WRONGLY(i, by) ((by) >= (i)->width || (i)->aux & OP_NSW)
CHECKED(SHL, SHIFTS_WRONGLY, shift_slow)
CHECKED(LSHR, SHIFTS_WRONGLY, shift_slow)
CHECKED(ASHR, SHIFTS_WRONGLY, shift_slow)

const struct instruction *step_CONST(struct machine *m, struct cell *r, const struct instruction *i)
{
    cell_set(m, &r[i->d], instruction_immediate(i));
    return i + 1;
}

const struct instruction *step_MOVE(struct machine *m, struct cell *r, const struct instruction *i)
{
    cell_set_value(m, &r[i->d], cell_value(&r[i->a]));
    return i + 1;
}

const struct instruction *step_UNDEF(struct machine *m, struct cell *r, const struct instruction *i)
{
    char name[300];
    const char *variable = program_string(m->program, (uint32_t)instruction_immediate(i));
    size_t length = strlen(variable);
    bool result = length > 2 && strcmp(variable + length - 2, "()") == 0;
    snprintf(name, sizeof name,
             result      ? "the value of %s, which ends without return"
             : *variable ? "uninitialised %s"
                         : "an uninitialised value%s",
             variable);
    step_save(m, i);
    cell_set_value(m, &r[i->d], symbolic_input(m, i->width, INPUT_UNINITIALISED, name));
    return i + 1;
}

const struct instruction *step_TRUNC(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    if (a->t) {
        step_save(m, i);
        if (!identifiers_compute_value(m, cell_value(a)))
            return NULL;
        cell_set_value(m, &m->registers[i->d], symbolic_value(m, term_extract(m->terms, a->t, 0, i->width)));
        return i + 1;
    }
    if (MAY_COMPUTE(a->bits, 0) && !step_computes(m, i, a->bits, 0))
        return NULL;
    cell_set(m, &r[i->d], a->bits & fold_mask(i->width));
    return i + 1;
}

const struct instruction *step_ZEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    if (a->t)
        cell_set_value(m, &r[i->d], symbolic_value(m, term_zext(m->terms, a->t, i->width)));
    else
        cell_set(m, &r[i->d], a->bits);
    return i + 1;
}

const struct instruction *step_SEXT(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    if (a->t)
        cell_set_value(m, &r[i->d], symbolic_value(m, term_sext(m->terms, a->t, i->width)));
    else
        cell_set(m, &r[i->d], (uint64_t)fold_signed(i->aux, a->bits) & fold_mask(i->width));
    return i + 1;
}

static __attribute__((noinline)) bool index_computes(struct machine *m, const struct instruction *i,
                                                     uint64_t a, uint64_t b)
{
    if (i->aux != 1 && !step_computes_value(m, i, i->width, (struct value){b, TERM_NONE}))
        return false;
    return step_computes(m, i, a, b * i->aux & fold_mask(i->width));
}

const struct instruction *step_INDEX(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a], *b = &r[i->b];
    if (a->t | b->t) {
        struct value scale = {i->aux, TERM_NONE};
        if (b->t && !step_computes_value(m, i, i->width, cell_value(b)))
            return NULL;
        struct value scaled = symbolic_value(m, step_binary_term(m, OP_MUL, i->width, cell_value(b), scale));
        return set_binary_term(m, i, OP_ADD, cell_value(a), scaled);
    }
    uint64_t offset = b->bits * i->aux;
    if (MAY_COMPUTE(a->bits, b->bits) && (b->bits >= m->reuse_from || identifiers_matter(m, a->bits)) &&
        !index_computes(m, i, a->bits, b->bits))
        return NULL;
    cell_set(m, &r[i->d], (a->bits + offset) & fold_mask(i->width));
    return i + 1;
}

const struct instruction *step_SELECT(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *c = &r[i->a];
    struct value a = cell_value(&r[i[1].a]), b = cell_value(&r[i[1].b]);
    if (c->t)
        cell_set_value(m, &r[i->d],
                       symbolic_value(m, term_ite(m->terms, c->t, symbolic_term(m, a, i->width),
                                                  symbolic_term(m, b, i->width))));
    else
        cell_set_value(m, &r[i->d], c->bits ? a : b);
    return i + 2;
}

// ---- bit counting; symbolic operands through sums and chains of choices over the bits

static term count_bits(struct machine *m, unsigned op, term a, unsigned w)
{
    term sum = term_constant(m->terms, w, op == OP_CTPOP ? 0 : w);
    for (unsigned k = 0; k < w; k++) {
        unsigned bit = op == OP_CTLZ ? k : w - 1 - k; // the last one looked at decides
        term b = term_extract(m->terms, a, bit, 1);
        if (op == OP_CTPOP)
            sum = term_binary(m->terms, TERM_ADD, sum, term_zext(m->terms, b, w));
        else
            sum = term_ite(m->terms, b, term_constant(m->terms, w, op == OP_CTLZ ? w - 1 - bit : bit), sum);
    }
    return sum;
}

static term reverse_units(struct machine *m, term a, unsigned w, unsigned unit)
{
    term result = term_extract(m->terms, a, 0, unit);
    for (unsigned low = unit; low < w; low += unit)
        result = term_concat(m->terms, result, term_extract(m->terms, a, low, unit));
    return result;
}

static uint64_t reverse_bits(uint64_t a, unsigned w, unsigned unit)
{
    uint64_t result = 0;
    for (unsigned low = 0; low < w; low += unit)
        result = result << unit | (a >> low & fold_mask(unit));
    return result;
}

static const struct instruction *bits(struct machine *m, struct cell *r, const struct instruction *i,
                                      unsigned op)
{
    const struct cell *a = &r[i->a];
    unsigned w = i->width, unit = op == OP_BSWAP ? 8 : 1;
    if ((a->t || MAY_COMPUTE(a->bits, 0)) && !step_computes_value(m, i, w, cell_value(a)))
        return NULL;
    if (a->t) {
        term t = op == OP_BSWAP || op == OP_BITREVERSE ? reverse_units(m, a->t, w, unit)
                                                       : count_bits(m, op, a->t, w);
        cell_set_value(m, &r[i->d], symbolic_value(m, t));
        return i + 1;
    }
    uint64_t v = a->bits, result;
    switch (op) {
    case OP_CTPOP: result = (uint64_t)__builtin_popcountll(v); break;
    case OP_CTLZ: result = v ? (uint64_t)__builtin_clzll(v) - (64 - w) : w; break;
    case OP_CTTZ: result = v ? (uint64_t)__builtin_ctzll(v) : w; break;
    default: result = reverse_bits(v, w, unit);
    }
    cell_set(m, &r[i->d], result);
    return i + 1;
}

#define BITS(NAME)                                                                                           \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        return bits(m, r, i, OP_##NAME);                                                                     \
    }
BITS(CTPOP)
BITS(CTLZ)
BITS(CTTZ)
BITS(BSWAP)
BITS(BITREVERSE)

// aux: 0 sadd, 1 uadd, 2 ssub, 3 usub, 4 smul, 5 umul
const struct instruction *step_OVERFLOW(struct machine *m, struct cell *r, const struct instruction *i)
{
    static const uint8_t ops[] = {OP_ADD, OP_ADD, OP_SUB, OP_SUB, OP_MUL, OP_MUL};
    unsigned op = ops[i->aux], w = i->width, wide = op == OP_MUL ? 2 * w : w + 1;
    struct value a = cell_value(&r[i->a]), b = cell_value(&r[i->b]);
    term overflow;
    if (a.t | b.t ? !step_computes_value(m, i, w, a) || !step_computes_value(m, i, w, b)
                  : MAY_COMPUTE(a.bits, b.bits) && !step_computes(m, i, a.bits, b.bits))
        return NULL;
    if (i->aux & 1) { // unsigned: exact result in more bits, compared with its low part
        term x = term_zext(m->terms, symbolic_term(m, a, w), wide),
             y = term_zext(m->terms, symbolic_term(m, b, w), wide);
        term exact = term_binary(m->terms, rules[op].kind, x, y);
        term back = term_zext(m->terms, term_extract(m->terms, exact, 0, w), wide);
        overflow = term_not(m->terms, term_eq(m->terms, exact, back));
    } else {
        overflow = step_signed_overflow(m, op, w, a, b);
    }
    struct value low = symbolic_value(m, step_binary_term(m, op, w, a, b));
    cell_set_value(m, &r[i->d], low);
    cell_set_value(m, &r[i->d + 1], symbolic_value(m, overflow));
    return i + 1;
}
