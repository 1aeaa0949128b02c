// Floating point. Concrete values use the host's arithmetic, which is IEEE 754 with x86 extended precision,
// as the checked program's; symbolic ones of 32 and 64 bits are terms. What terms cannot express is reported
// where it is reached.
#include "machine/fold.h"
#include "machine/nan.h"
#include "machine/step.h"

#include <math.h>

#if __SIZEOF_LONG_DOUBLE__ != 16
#error "heddle executes x86 long double with the host's"
#endif

// ---- values of any width as long double, exactly

static long double cell_float(const struct cell *c, unsigned width)
{
    if (width == 32) {
        uint32_t bits = (uint32_t)c->bits;
        float f;
        memcpy(&f, &bits, sizeof f);
        return (long double)f;
    }
    if (width == 64) {
        double f;
        memcpy(&f, &c->bits, sizeof f);
        return (long double)f;
    }
    long double f = 0;
    memcpy(&f, &c[0].bits, 8);
    memcpy((char *)&f + 8, &c[1].bits, 2);
    return f;
}

static uint64_t pack_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static uint64_t pack_double(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static void set_cell_float(struct machine *m, struct cell *d, unsigned width, long double f)
{
    if (width == 32) {
        cell_set(m, d, pack_float((float)f));
    } else if (width == 64) {
        cell_set(m, d, pack_double((double)f));
    } else {
        uint64_t low, high = 0;
        memcpy(&low, &f, 8);
        memcpy(&high, (const char *)&f + 8, 2);
        cell_set(m, d, low);
        cell_set(m, d + 1, high);
    }
}

static bool symbolic(const struct cell *c, unsigned width)
{
    return c->t || (width == 80 && c[1].t);
}

static const struct instruction *unmodelled(struct machine *m, const struct instruction *i)
{
    step_save(m, i);
    return step_unmodelled(m, "floating-point operation on a symbolic value that has no model");
}

static term float_term(struct machine *m, const struct cell *c, unsigned width)
{
    return symbolic_term(m, cell_value(c), width);
}

static const struct instruction *set_term(struct machine *m, const struct instruction *i, term t)
{
    cell_set_value(m, &m->registers[i->d], symbolic_value(m, t));
    return i + 1;
}

// The result of an operation that a term can express, of up to three operands of the same width.
static const struct instruction *finish_float(struct machine *m, const struct instruction *i, unsigned width,
                                              struct value number, unsigned from,
                                              const struct value *operands, unsigned count)
{
    cell_set_value(m, &m->registers[i->d], nan_finish(m, width, number, from, operands, count));
    return i + 1;
}

// ---- arithmetic: computed in the operands' own type, so that rounding happens once

static const struct instruction *finish_binary(struct machine *m, const struct instruction *i,
                                               struct value number, const struct cell *a,
                                               const struct cell *b)
{
    return finish_float(m, i, i->width, number, i->width, (struct value[]){cell_value(a), cell_value(b)}, 2);
}

#define ARITHMETIC(NAME, FLOAT, DOUBLE, EXTENDED, TERM_NAME)                                                 \
    const struct instruction *step_##NAME(struct machine *m, struct cell *r, const struct instruction *i)    \
    {                                                                                                        \
        const struct cell *a = &r[i->a], *b = &r[i->b];                                                      \
        if (symbolic(a, i->width) || symbolic(b, i->width)) {                                                \
            if (i->width == 80 || TERM_NAME == TERM_KIND_NONE)                                               \
                return unmodelled(m, i);                                                                     \
            term x = float_term(m, a, i->width), y = float_term(m, b, i->width);                             \
            return finish_binary(m, i, (struct value){0, term_binary(m->terms, TERM_NAME, x, y)}, a, b);     \
        }                                                                                                    \
        long double x = cell_float(a, i->width), y = cell_float(b, i->width);                                \
        if (i->width == 80) {                                                                                \
            set_cell_float(m, &r[i->d], 80, EXTENDED);                                                       \
            return i + 1;                                                                                    \
        }                                                                                                    \
        uint64_t bits = i->width == 32 ? pack_float(FLOAT) : pack_double(DOUBLE);                            \
        return finish_binary(m, i, (struct value){bits, TERM_NONE}, a, b);                                   \
    }
ARITHMETIC(FADD, (float)x + (float)y, (double)x + (double)y, x + y, TERM_FADD)
ARITHMETIC(FSUB, (float)x - (float)y, (double)x - (double)y, x - y, TERM_FSUB)
ARITHMETIC(FMUL, (float)x *(float)y, (double)x *(double)y, x *y, TERM_FMUL)
ARITHMETIC(FDIV, (float)x / (float)y, (double)x / (double)y, x / y, TERM_FDIV)
ARITHMETIC(FREM, fmodf((float)x, (float)y), fmod((double)x, (double)y), fmodl(x, y), TERM_KIND_NONE)

static uint64_t sign_bit(unsigned width)
{
    return (uint64_t)1 << (width == 80 ? 15 : width - 1);
}

const struct instruction *step_FNEG(struct machine *m, struct cell *r, const struct instruction *i)
{
    unsigned word = i->width == 80; // the sign is in the second word of an extended value
    struct value a = cell_value(&r[i->a + word]);
    if (word)
        cell_set_value(m, &r[i->d], cell_value(&r[i->a]));
    if (a.t && !word) {
        cell_set_value(m, &r[i->d], symbolic_value(m, nan_sign(m, i->width, a.t, false)));
    } else if (a.t) {
        term sign = term_constant(m->terms, term_width(m->terms, a.t), sign_bit(i->width));
        cell_set_value(m, &r[i->d + word], symbolic_value(m, term_binary(m->terms, TERM_XOR, a.t, sign)));
    } else {
        cell_set(m, &r[i->d + word], a.bits ^ sign_bit(i->width));
    }
    return i + 1;
}

// ---- comparison. LLVM's predicates are sets: bit 0 equal, 1 greater, 2 less, 3 unordered.

static bool compare_floats(unsigned predicate, long double x, long double y)
{
    unsigned relation = isunordered(x, y) ? 8 : isgreater(x, y) ? 2 : isless(x, y) ? 4 : 1;
    return predicate & relation;
}

static term float_relation(struct machine *m, unsigned predicate, term x, term y)
{
    term equal = term_binary(m->terms, TERM_FEQ, x, y), greater = term_binary(m->terms, TERM_FLT, y, x);
    term less = term_binary(m->terms, TERM_FLT, x, y);
    term ordered = term_or(m->terms, equal, term_or(m->terms, greater, less));
    term result = term_constant(m->terms, 1, 0);
    if (predicate & 1)
        result = term_or(m->terms, result, equal);
    if (predicate & 2)
        result = term_or(m->terms, result, greater);
    if (predicate & 4)
        result = term_or(m->terms, result, less);
    if (predicate & 8)
        result = term_or(m->terms, result, term_not(m->terms, ordered));
    return result;
}

const struct instruction *step_FCMP(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a], *b = &r[i->b];
    if (symbolic(a, i->width) || symbolic(b, i->width)) {
        if (i->width == 80)
            return unmodelled(m, i);
        return set_term(m, i,
                        float_relation(m, i->aux, float_term(m, a, i->width), float_term(m, b, i->width)));
    }
    cell_set(m, &r[i->d], compare_floats(i->aux, cell_float(a, i->width), cell_float(b, i->width)));
    return i + 1;
}

// ---- conversions

const struct instruction *step_FCONVERT(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    struct value operand = cell_value(a); // the result may take its place
    if (symbolic(a, i->aux)) {
        if (i->width == 80 || i->aux == 80)
            return unmodelled(m, i);
        struct value number = {0, term_convert(m->terms, TERM_FCONVERT, a->t, i->width)};
        return finish_float(m, i, i->width, number, i->aux, (struct value[]){cell_value(a)}, 1);
    }
    set_cell_float(m, &r[i->d], i->width, cell_float(a, i->aux));
    if (i->width == 80 || i->aux == 80)
        return i + 1;
    return finish_float(m, i, i->width, cell_value(&r[i->d]), i->aux, (struct value[]){operand}, 1);
}

// A value out of the range of the integer type has no defined result: anything.
static const struct instruction *convert_float_to_integer(struct machine *m, struct cell *r,
                                                          const struct instruction *i, bool sign)
{
    const struct cell *a = &r[i->a];
    unsigned w = i->width;
    long double low = sign ? -ldexpl(1, (int)w - 1) : 0, high = ldexpl(1, sign ? (int)w - 1 : (int)w);
    if (symbolic(a, i->aux)) {
        if (i->aux == 80)
            return unmodelled(m, i);
        bool in_range;
        struct cell below[2] = {{0}}, above[2] = {{0}};
        // the largest values below the range exclusive: low - 1 is exact or rounds to low, where low itself
        // is in range
        below->bits = i->aux == 32 ? pack_float((float)(low - 1)) : pack_double((double)(low - 1));
        above->bits = i->aux == 32 ? pack_float((float)high) : pack_double((double)high);
        bool exact = cell_float(below, i->aux) == low - 1;
        term x = a->t, least = float_term(m, below, i->aux), end = float_term(m, above, i->aux);
        term above_least = term_binary(m->terms, exact ? TERM_FLT : TERM_FLE, least, x);
        step_save(m, i);
        if (!symbolic_decide(m, term_and(m->terms, above_least, term_binary(m->terms, TERM_FLT, x, end)),
                             &in_range))
            return NULL;
        if (in_range)
            return set_term(m, i, term_convert(m->terms, sign ? TERM_F_TO_SINT : TERM_F_TO_UINT, x, w));
    } else {
        long double x = truncl(cell_float(a, i->aux));
        if (x >= low && x < high) {
            uint64_t bits = sign ? (uint64_t)(int64_t)x : (uint64_t)x;
            cell_set(m, &r[i->d], bits & fold_mask(w));
            return i + 1;
        }
    }
    step_save(m, i);
    cell_set_value(m, &r[i->d],
                   symbolic_input(m, w, INPUT_UNINITIALISED, "float out of the integer's range"));
    return i + 1;
}

const struct instruction *step_F_TO_SINT(struct machine *m, struct cell *r, const struct instruction *i)
{
    return convert_float_to_integer(m, r, i, true);
}

const struct instruction *step_F_TO_UINT(struct machine *m, struct cell *r, const struct instruction *i)
{
    return convert_float_to_integer(m, r, i, false);
}

static const struct instruction *convert_integer_to_float(struct machine *m, struct cell *r,
                                                          const struct instruction *i, bool sign)
{
    const struct cell *a = &r[i->a];
    if (a->t) {
        if (i->width == 80)
            return unmodelled(m, i);
        return set_term(m, i, term_convert(m->terms, sign ? TERM_SINT_TO_F : TERM_UINT_TO_F, a->t, i->width));
    }
    if (__builtin_expect(a->bits >= m->reuse_from, 0) && !step_computes(m, i, a->bits, 0))
        return NULL;
    int64_t x = fold_signed(i->aux, a->bits);
    if (i->width == 32)
        cell_set(m, &r[i->d], pack_float(sign ? (float)x : (float)a->bits));
    else if (i->width == 64)
        cell_set(m, &r[i->d], pack_double(sign ? (double)x : (double)a->bits));
    else
        set_cell_float(m, &r[i->d], 80, sign ? (long double)x : (long double)a->bits);
    return i + 1;
}

const struct instruction *step_SINT_TO_F(struct machine *m, struct cell *r, const struct instruction *i)
{
    return convert_integer_to_float(m, r, i, true);
}

const struct instruction *step_UINT_TO_F(struct machine *m, struct cell *r, const struct instruction *i)
{
    return convert_integer_to_float(m, r, i, false);
}

// ---- functions

static long double unary(enum float_function f, unsigned width, long double x)
{
    float s = (float)x;
    double d = (double)x;
    switch (f) {
    case F_SQRT: return width == 32 ? (long double)sqrtf(s) : width == 64 ? (long double)sqrt(d) : sqrtl(x);
    case F_FABS: return fabsl(x);
    case F_FLOOR: return floorl(x);
    case F_CEIL: return ceill(x);
    case F_TRUNC: return truncl(x);
    case F_RINT:
    case F_NEARBYINT: return rintl(x);
    case F_ROUND: return roundl(x);
    case F_ROUNDEVEN: return rintl(x);
    case F_SIN: return width == 32 ? (long double)sinf(s) : width == 64 ? (long double)sin(d) : sinl(x);
    case F_COS: return width == 32 ? (long double)cosf(s) : width == 64 ? (long double)cos(d) : cosl(x);
    case F_EXP: return width == 32 ? (long double)expf(s) : width == 64 ? (long double)exp(d) : expl(x);
    case F_EXP2: return width == 32 ? (long double)exp2f(s) : width == 64 ? (long double)exp2(d) : exp2l(x);
    case F_LOG: return width == 32 ? (long double)logf(s) : width == 64 ? (long double)log(d) : logl(x);
    case F_LOG2: return width == 32 ? (long double)log2f(s) : width == 64 ? (long double)log2(d) : log2l(x);
    case F_LOG10:
        return width == 32 ? (long double)log10f(s) : width == 64 ? (long double)log10(d) : log10l(x);
    }
    return x;
}

static term unary_term(struct machine *m, enum float_function f, term x, unsigned width)
{
    switch (f) {
    case F_SQRT: return term_unary(m->terms, TERM_FSQRT, x);
    case F_FABS: return nan_sign(m, width, x, true);
    case F_ROUNDEVEN:
    case F_RINT:
    case F_NEARBYINT: return term_fround(m->terms, x, 0);
    case F_ROUND: return term_fround(m->terms, x, 1);
    case F_CEIL: return term_fround(m->terms, x, 2);
    case F_FLOOR: return term_fround(m->terms, x, 3);
    case F_TRUNC: return term_fround(m->terms, x, 4);
    default: return TERM_NONE;
    }
}

// Of the functions that terms express: all but the absolute value, which IEEE 754 defines bit by bit.
static bool leaves_bits_open(enum float_function f)
{
    switch (f) {
    case F_SQRT:
    case F_ROUNDEVEN:
    case F_RINT:
    case F_NEARBYINT:
    case F_ROUND:
    case F_CEIL:
    case F_FLOOR:
    case F_TRUNC: return true;
    default: return false;
    }
}

const struct instruction *step_FUNARY(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a];
    struct value operand = cell_value(a); // the result may take its place
    bool open = i->width != 80 && leaves_bits_open(i->aux);
    if (symbolic(a, i->width)) {
        term t = i->width == 80 ? TERM_NONE : unary_term(m, i->aux, a->t, i->width);
        if (!t)
            return unmodelled(m, i);
        if (!open)
            return set_term(m, i, t);
        return finish_float(m, i, i->width, (struct value){0, t}, i->width, (struct value[]){operand}, 1);
    }
    if (i->aux == F_FABS && i->width != 80) { // which keeps what is not a number as it is
        cell_set(m, &r[i->d], operand.bits & ~sign_bit(i->width));
        return i + 1;
    }
    set_cell_float(m, &r[i->d], i->width, unary(i->aux, i->width, cell_float(a, i->width)));
    if (!open)
        return i + 1;
    return finish_float(m, i, i->width, cell_value(&r[i->d]), i->width, (struct value[]){operand}, 1);
}

// ---- the smaller one, the larger one, and the sign

enum { MINIMUM, MAXIMUM, COPY_SIGN }; // aux of FMINMAX

// Of zeros of both signs C and IEEE 754 leave open which one is the result. `first`: the first operand, which
// some compilers' code gives; else the second, as the C library does. What is not a number gives way.
static uint64_t extreme_word(bool larger, unsigned width, const struct cell *a, const struct cell *b,
                             bool first)
{
    long double x = cell_float(a, width), y = cell_float(b, width);
    bool wins = larger ? isgreater(x, y) : isless(x, y);
    return wins || isnan(y) || (first && !isunordered(x, y) && !islessgreater(x, y)) ? a->bits : b->bits;
}

static term extreme_term(struct machine *m, bool larger, term x, term y, term first)
{
    struct terms *t = m->terms;
    term wins = term_binary(t, TERM_FLT, larger ? y : x, larger ? x : y);
    term equal = term_and(t, first, term_binary(t, TERM_FEQ, x, y));
    term gives_way = term_not(t, term_binary(t, TERM_FEQ, y, y));
    return term_ite(t, term_or(t, wins, term_or(t, equal, gives_way)), x, y);
}

static const struct instruction *extreme(struct machine *m, const struct instruction *i, const struct cell *a,
                                         const struct cell *b)
{
    unsigned w = i->width;
    bool larger = i->aux == MAXIMUM, plain = !symbolic(a, w) && !symbolic(b, w);
    struct value operands[] = {cell_value(a), cell_value(b)}, number = {0, TERM_NONE};
    bool zeros = (symbolic(a, w) || cell_float(a, w) == 0) && (symbolic(b, w) || cell_float(b, w) == 0);
    struct value first = nan_open_bit(m, plain || !zeros, zeros);
    if (plain)
        number.bits = extreme_word(larger, w, a, b, first.bits);
    else
        number.t =
            extreme_term(m, larger, float_term(m, a, w), float_term(m, b, w), symbolic_term(m, first, 1));
    return finish_float(m, i, w, number, w, operands, 2);
}

// IEEE 754 defines it bit by bit.
static const struct instruction *copy_sign(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a], *b = &r[i->b];
    uint64_t sign = sign_bit(i->width);
    if (!symbolic(a, i->width) && !symbolic(b, i->width)) {
        cell_set(m, &r[i->d], (a->bits & ~sign) | (b->bits & sign));
        return i + 1;
    }
    term mask = term_constant(m->terms, i->width, sign);
    term rest =
        term_binary(m->terms, TERM_AND, float_term(m, a, i->width), term_unary(m->terms, TERM_NOT, mask));
    term copied = term_binary(m->terms, TERM_AND, float_term(m, b, i->width), mask);
    return set_term(m, i, term_binary(m->terms, TERM_OR, rest, copied));
}

const struct instruction *step_FMINMAX(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a], *b = &r[i->b];
    if (i->width != 80)
        return i->aux == COPY_SIGN ? copy_sign(m, r, i) : extreme(m, i, a, b);
    if (symbolic(a, 80) || symbolic(b, 80))
        return unmodelled(m, i);
    long double x = cell_float(a, 80), y = cell_float(b, 80);
    set_cell_float(m, &r[i->d], 80,
                   i->aux == MINIMUM   ? fminl(x, y)
                   : i->aux == MAXIMUM ? fmaxl(x, y)
                                       : copysignl(x, y));
    return i + 1;
}

const struct instruction *step_FMA(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct cell *a = &r[i->a], *b = &r[i->b], *c = &r[i[1].a];
    struct value operands[] = {cell_value(a), cell_value(b), cell_value(c)};
    if (symbolic(a, i->width) || symbolic(b, i->width) || symbolic(c, i->width)) {
        if (i->width == 80)
            return unmodelled(m, i);
        struct value number = {0, term_fma(m->terms, float_term(m, a, i->width), float_term(m, b, i->width),
                                           float_term(m, c, i->width))};
        return finish_float(m, i, i->width, number, i->width, operands, 3) + 1;
    }
    long double x = cell_float(a, i->width), y = cell_float(b, i->width), z = cell_float(c, i->width);
    if (i->width == 80) {
        set_cell_float(m, &r[i->d], 80, fmal(x, y, z));
        return i + 2;
    }
    uint64_t bits = i->width == 32 ? pack_float(fmaf((float)x, (float)y, (float)z))
                                   : pack_double(fma((double)x, (double)y, (double)z));
    return finish_float(m, i, i->width, (struct value){bits, TERM_NONE}, i->width, operands, 3) + 1;
}
