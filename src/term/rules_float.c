// Floating point is left alone but for integers on their way through it: what was converted from an integer
// that the format represents exactly compares and converts back like that integer. (int)(double)n costs the
// solver seconds otherwise.
#include "term/build.h"

#include <math.h>
#include <string.h>

// Integers of so many bits are exact, also with a sign.
static unsigned exact_bits(unsigned width)
{
    return width == 32 ? 24 : 53;
}

// An exactly converted integer as a signed one of 64 bits; TERM_NONE if t is something else.
static term exact_integer(struct terms *terms, term t)
{
    struct term_node n = terms->nodes[t];
    bool is_signed = n.kind == TERM_SINT_TO_F;
    if ((!is_signed && n.kind != TERM_UINT_TO_F) || table_width(terms, n.kid[0]) > exact_bits(n.width))
        return TERM_NONE;
    return is_signed ? term_sext(terms, n.kid[0], 64) : term_zext(terms, n.kid[0], 64);
}

static bool constant_number(const struct terms *terms, term t, double *number)
{
    uint64_t bits;
    if (!term_is_constant(terms, t, &bits))
        return false;
    if (table_width(terms, t) == 64) {
        memcpy(number, &bits, sizeof *number);
    } else {
        uint32_t half = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &half, sizeof narrow);
        *number = (double)narrow;
    }
    return true;
}

// integer < number, or integer <= number; the integer is within 2^53 on both sides.
static term integer_below(struct terms *terms, term integer, double number, bool or_equal)
{
    if (isnan(number))
        return TERM_FALSE;
    double bound = or_equal ? floor(number) + 1 : ceil(number); // integer < bound
    if (number >= 0x1p54)
        return TERM_TRUE;
    if (number <= -0x1p54)
        return TERM_FALSE;
    return term_binary(terms, TERM_SLT, integer, term_constant(terms, 64, (uint64_t)(int64_t)bound));
}

static term integer_above(struct terms *terms, term integer, double number, bool or_equal)
{
    if (isnan(number))
        return TERM_FALSE;
    return term_not(terms, integer_below(terms, integer, number, !or_equal));
}

static term integer_is(struct terms *terms, term integer, double number)
{
    if (!(fabs(number) < 0x1p54) || trunc(number) != number)
        return TERM_FALSE;
    return term_eq(terms, integer, term_constant(terms, 64, (uint64_t)(int64_t)number));
}

static term compare_integers(struct terms *terms, enum term_kind kind, term a, term b)
{
    term x = exact_integer(terms, a), y = exact_integer(terms, b);
    double number;
    if (x && y) {
        enum term_kind integers = kind == TERM_FEQ ? TERM_EQ : kind == TERM_FLT ? TERM_SLT : TERM_SLE;
        return term_binary(terms, integers, x, y);
    }
    if (x && constant_number(terms, b, &number))
        return kind == TERM_FEQ ? integer_is(terms, x, number)
                                : integer_below(terms, x, number, kind == TERM_FLE);
    if (y && constant_number(terms, a, &number))
        return kind == TERM_FEQ ? integer_is(terms, y, number)
                                : integer_above(terms, y, number, kind == TERM_FLE);
    return TERM_NONE;
}

term rules_float(struct terms *terms, enum term_kind kind, term a, term b)
{
    if (kind == TERM_FLT && a == b)
        return TERM_FALSE; // a == a and a <= a are false of what is not a number
    if (kind == TERM_FEQ || kind == TERM_FLT || kind == TERM_FLE)
        return compare_integers(terms, kind, a, b);
    return TERM_NONE;
}

static bool is_not_a_number(struct terms *terms, term t)
{
    unsigned width = table_width(terms, t), mantissa = exact_bits(width) - 1;
    uint64_t exponent = (((uint64_t)1 << (width - 1)) - 1) & ~(((uint64_t)1 << mantissa) - 1), zeros, ones;
    term_known_bits(terms, t, &zeros, &ones);
    return (ones & exponent) == exponent && ones & (((uint64_t)1 << mantissa) - 1);
}

bool term_is_number_or_bits(struct terms *terms, term t, term *x, term *bits)
{
    struct term_node n = terms->nodes[t];
    if (n.kind != TERM_ITE)
        return false;
    const struct term_node *c = &terms->nodes[n.kid[0]];
    *x = n.kid[1];
    *bits = n.kid[2];
    return c->kind == TERM_FEQ && c->kid[0] == c->kid[1] && c->kid[0] == n.kid[1] &&
           is_not_a_number(terms, n.kid[2]);
}

static term number_below(struct terms *terms, term a, unsigned depth)
{
    enum { MOST_CHOICES = 4 }; // one below the other: what is left as it is costs time only
    struct term_node n = terms->nodes[a];
    term number, bits;
    if (term_is_number_or_bits(terms, a, &number, &bits))
        return number;
    if (n.kind != TERM_ITE || depth == MOST_CHOICES)
        return a;
    term x = number_below(terms, n.kid[1], depth + 1), y = number_below(terms, n.kid[2], depth + 1);
    return x == n.kid[1] && y == n.kid[2] ? a : term_ite(terms, n.kid[0], x, y);
}

term float_operand(struct terms *terms, term a)
{
    return terms->nodes[a].kind == TERM_ITE ? number_below(terms, a, 0) : a;
}

// An integer that was exact, converted back to at least the bits it had.
static term integer_back(struct terms *terms, enum term_kind kind, const struct term_node *n, unsigned width)
{
    bool was_signed = n->kind == TERM_SINT_TO_F;
    unsigned from = table_width(terms, n->kid[0]);
    if ((!was_signed && n->kind != TERM_UINT_TO_F) || from > exact_bits(n->width))
        return TERM_NONE;
    if (was_signed)
        return kind == TERM_F_TO_SINT && width >= from ? term_sext(terms, n->kid[0], width) : TERM_NONE;
    bool fits = kind == TERM_F_TO_SINT ? width > from : width >= from;
    return fits ? term_zext(terms, n->kid[0], width) : TERM_NONE;
}

// Whether the kind gives a floating-point number, so that what is not a number has the one pattern.
static bool makes_number(enum term_kind kind)
{
    return (kind >= TERM_FADD && kind <= TERM_FMA) || kind == TERM_FCONVERT || kind == TERM_SINT_TO_F ||
           kind == TERM_UINT_TO_F || kind == TERM_FROUND;
}

term rules_convert(struct terms *terms, enum term_kind kind, term a, unsigned width)
{
    struct term_node n = terms->nodes[a];
    switch (kind) {
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT: return integer_back(terms, kind, &n, width);
    case TERM_SINT_TO_F: // of what was extended: of the integer itself
        if (n.kind != TERM_SEXT && n.kind != TERM_ZEXT)
            return TERM_NONE;
        return term_convert(terms, n.kind == TERM_SEXT ? TERM_SINT_TO_F : TERM_UINT_TO_F, n.kid[0], width);
    case TERM_UINT_TO_F: return n.kind == TERM_ZEXT ? term_convert(terms, kind, n.kid[0], width) : TERM_NONE;
    case TERM_FCONVERT:
        // An integer that is exact in the smaller of the two formats is the same in both.
        if ((n.kind == TERM_SINT_TO_F || n.kind == TERM_UINT_TO_F) &&
            table_width(terms, n.kid[0]) <= exact_bits(32))
            return term_convert(terms, (enum term_kind)n.kind, n.kid[0], width);
        // Widened and narrowed again, where nothing but the pattern of what is not a number could differ.
        if (n.kind == TERM_FCONVERT && width == 32 && makes_number(table_kind(terms, n.kid[0])))
            return n.kid[0];
        return TERM_NONE;
    default: return TERM_NONE;
    }
}
