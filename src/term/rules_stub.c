#include "term/build.h"
// Placeholders until the rule families arrive: correct, only not simplifying.
term rules_linear(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    (void)a;
    (void)b;
    return TERM_NONE;
}
term rules_negate(struct terms *terms, term a)
{
    (void)terms;
    (void)a;
    return TERM_NONE;
}
term rules_not(struct terms *terms, term a)
{
    return table_is(terms, a, TERM_NOT) ? table_kid(terms, a, 0) : TERM_NONE;
}
term rules_bitwise(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    (void)a;
    (void)b;
    return TERM_NONE;
}
term rules_shift(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    (void)a;
    (void)b;
    return TERM_NONE;
}
term rules_divide(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    (void)a;
    (void)b;
    return TERM_NONE;
}
term rules_extract(struct terms *terms, term a, unsigned low, unsigned width)
{
    (void)terms;
    (void)a;
    (void)low;
    (void)width;
    return TERM_NONE;
}
term rules_concat(struct terms *terms, term high, term low)
{
    (void)terms;
    (void)high;
    (void)low;
    return TERM_NONE;
}
term rules_zext(struct terms *terms, term a, unsigned width)
{
    (void)terms;
    (void)a;
    (void)width;
    return TERM_NONE;
}
term rules_sext(struct terms *terms, term a, unsigned width)
{
    (void)terms;
    (void)a;
    (void)width;
    return TERM_NONE;
}
term rules_equal(struct terms *terms, term a, term b)
{
    (void)terms;
    return a == b ? TERM_TRUE : TERM_NONE;
}
term rules_below(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    return a == b ? TERM_FALSE : TERM_NONE;
}
term rules_ite(struct terms *terms, term condition, term a, term b)
{
    (void)terms;
    (void)condition;
    (void)a;
    (void)b;
    return TERM_NONE;
}
term rules_float(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    (void)kind;
    (void)a;
    (void)b;
    return TERM_NONE;
}
