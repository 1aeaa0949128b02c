#include "term/float.h"
#include "term/value.h"
#include "term_text.h"

uint64_t term_compute(enum term_kind kind, unsigned width, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t mask = narrow_mask(width);
    if (kind == TERM_NOT)
        return ~a & mask;
    if (kind == TERM_NEG)
        return (0 - a) & mask;
    if (kind == TERM_ITE)
        return a ? b : c;
    return value_is_float(kind) ? float_fold(kind, width, a, b, c) : narrow_binary(kind, width, a, b);
}

uint64_t term_compute_convert(enum term_kind kind, unsigned from, unsigned to, uint64_t a)
{
    return (uint64_t)float_convert(kind, from, to, a);
}

uint64_t term_compute_fround(unsigned width, unsigned mode, uint64_t a)
{
    return float_round(width, mode, a);
}
