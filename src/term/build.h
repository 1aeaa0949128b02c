// Private to src/term: what the builders share with the rules. A rule is asked with normal kids and answers
// with an equal term in normal form, or TERM_NONE when it has nothing to say; the builder then makes the node
// as it stands. Rules may call builders; what they build must be smaller in some sense, so that this ends.
#ifndef HEDDLE_TERM_BUILD_H
#define HEDDLE_TERM_BUILD_H

#include "term/table.h"

#define BUILD_MEMO_SIZE 16384u

// Linear arithmetic: ADD, SUB, MUL, NEG.
term rules_linear(struct terms *terms, enum term_kind kind, term a, term b);
term rules_negate(struct terms *terms, term a);
// NOT, AND, OR, XOR.
term rules_not(struct terms *terms, term a);
term rules_bitwise(struct terms *terms, enum term_kind kind, term a, term b);
// SHL, LSHR, ASHR, and the four divisions.
term rules_shift(struct terms *terms, enum term_kind kind, term a, term b);
term rules_divide(struct terms *terms, enum term_kind kind, term a, term b);
// Slices: EXTRACT, CONCAT, ZEXT, SEXT.
term rules_extract(struct terms *terms, term a, unsigned low, unsigned width);
term rules_concat(struct terms *terms, term high, term low);
term rules_zext(struct terms *terms, term a, unsigned width);
term rules_sext(struct terms *terms, term a, unsigned width);
// EQ; ULT and SLT (the other two orders are written with these).
term rules_equal(struct terms *terms, term a, term b);
term rules_below(struct terms *terms, enum term_kind kind, term a, term b);
term rules_ite(struct terms *terms, term condition, term a, term b);
// Floating point: two operands; conversions.
term rules_float(struct terms *terms, enum term_kind kind, term a, term b);
// The operand of a floating-point operation without the choice of the bits that it has where it is not a
// number: of `x == x ? x : n`, where n is not a number, x, also below other choices.
term float_operand(struct terms *terms, term a);
term rules_convert(struct terms *terms, enum term_kind kind, term a, unsigned width);

#endif
