// Floating point is left alone but for what holds of every bit pattern.
#include "term/build.h"

term rules_float(struct terms *terms, enum term_kind kind, term a, term b)
{
    (void)terms;
    if (a != b)
        return TERM_NONE;
    return kind == TERM_FLT ? TERM_FALSE
                            : TERM_NONE; // a < a; a == a and a <= a are false of what is not a number
}
