// Bit-blasting: terms as words of gates. Each term is translated once in the life of a blaster; the bits of
// an input are free bits of the circuit. Terms with floating point are not for it (term_has_float).
#ifndef HEDDLE_SMT_BLAST_H
#define HEDDLE_SMT_BLAST_H

#include "smt/gates.h"
#include "term/term.h"

struct blaster {
    struct terms *terms;
    struct gates gates;
    VECTOR(uint32_t) of_term; // by term: where its bits begin in `bits`, plus 1; 0: not translated
    VECTOR(gate) bits;        // of the translated terms, the lowest bit of each first
    VECTOR(term) stack;       // terms to be translated
};

void blaster_begin(struct blaster *b, struct terms *terms);
void blaster_end(struct blaster *b);

// The gate of a term of width 1.
gate blaster_condition(struct blaster *b, term condition);
// The bits of a term, the lowest first, or NULL if it was not translated; valid until the next term is.
const gate *blaster_bits(const struct blaster *b, term t);

#endif
