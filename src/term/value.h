// Concrete semantics of every kind of term, on machine words: what folding and evaluation both use. SMT-LIB
// for the cases that C leaves undefined (division by zero, shifts by the width or more). Arguments are
// expected to be within their width; so are results.
#ifndef HEDDLE_TERM_VALUE_H
#define HEDDLE_TERM_VALUE_H

#include "term/term.h"

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

#define VALUE_WORD uint64_t
#define VALUE_SIGNED int64_t
#define VALUE_NAME(name) narrow_##name
#include "term/value_template.h"
#undef VALUE_WORD
#undef VALUE_SIGNED
#undef VALUE_NAME

#define VALUE_WORD wide
#define VALUE_SIGNED signed_wide
#define VALUE_NAME(name) wide_##name
#include "term/value_template.h"
#undef VALUE_WORD
#undef VALUE_SIGNED
#undef VALUE_NAME

// Whether the kind is floating-point arithmetic (its operands are IEEE 754 bit patterns or converted to
// them).
static inline bool value_is_float(enum term_kind kind)
{
    return kind >= TERM_FADD;
}

#endif
