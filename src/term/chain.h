// Private to src/term: AND, OR, XOR of several operands: each once, in the order of their references, left to
// right, a constant last.
#ifndef HEDDLE_TERM_CHAIN_H
#define HEDDLE_TERM_CHAIN_H

#include "term/table.h"

// The normal chain of a and b (no constant operands), TERM_NONE if it would be too long.
term chain_build(struct terms *terms, enum term_kind kind, term a, term b);

#endif
