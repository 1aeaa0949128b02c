// Words of gates: the operations of bit-vector arithmetic as circuits. A word is an array of gates, its
// lowest bit first; `width` is the number of bits of each operand (at most TERM_MAX_WIDTH), of a comparison's
// too. Division by zero has SMT-LIB's values. A result may be an operand.
#ifndef HEDDLE_SMT_WORDS_H
#define HEDDLE_SMT_WORDS_H

#include "smt/gates.h"

// Each writes the `width` gates of its result.
void words_negate(struct gates *gates, unsigned width, const gate *a, gate *result);
void words_add(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result);
void words_subtract(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result);
void words_multiply(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result);
// Either result may be NULL. Signed division rounds towards zero; the remainder has the sign of `a`.
void words_divide(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *quotient,
                  gate *remainder);
void words_divide_signed(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *quotient,
                         gate *remainder);
// Shifts by `b`: what comes in is `fill`. Shifts by the width and more leave `fill` everywhere.
void words_shift_left(struct gates *gates, unsigned width, const gate *a, const gate *b, gate *result);
void words_shift_right(struct gates *gates, unsigned width, const gate *a, const gate *b, gate fill,
                       gate *result);
// Whether a is b.
gate words_equal(struct gates *gates, unsigned width, const gate *a, const gate *b);
// a < b, of unsigned numbers and of signed ones.
gate words_below(struct gates *gates, unsigned width, const gate *a, const gate *b);
gate words_below_signed(struct gates *gates, unsigned width, const gate *a, const gate *b);

#endif
