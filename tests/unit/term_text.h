// What only tests ask of terms.
#ifndef HEDDLE_TESTS_TERM_TEXT_H
#define HEDDLE_TESTS_TERM_TEXT_H

#include "term/term.h"

#include <stdio.h>

// Walks the whole table and checks its invariants. False, and why, when one is broken.
bool terms_audit(const struct terms *terms, const char **reason);
// SMT-LIB-like text, shared subterms named once.
void term_print(struct terms *terms, term t, FILE *out);
// Value of a kind with kids of equal width (at most 64), the same as folding and evaluation give. Third
// operand: of ITE and FMA only.
uint64_t term_compute(enum term_kind kind, unsigned width, uint64_t a, uint64_t b, uint64_t c);
// FCONVERT, F_TO_SINT, F_TO_UINT, SINT_TO_F, UINT_TO_F on values, between widths up to 64.
uint64_t term_compute_convert(enum term_kind kind, unsigned from, unsigned to, uint64_t a);
uint64_t term_compute_fround(unsigned width, unsigned mode, uint64_t a);

#endif
