// What only tests ask of terms.
#ifndef HEDDLE_TESTS_TERM_TEXT_H
#define HEDDLE_TESTS_TERM_TEXT_H

#include "term/term.h"

#include <stdio.h>

// Walks the whole table and checks its invariants. False, and why, when one is broken.
bool terms_audit(const struct terms *terms, const char **reason);
// SMT-LIB-like text, shared subterms named once.
void term_print(struct terms *terms, term t, FILE *out);

#endif
