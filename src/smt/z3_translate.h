// Terms as Z3 expressions. Width 1 becomes Bool, everything else a bit-vector; floating-point kinds go
// through Z3's floating-point theory and come back as bit patterns. Each term is translated once in the life
// of a translator.
#ifndef HEDDLE_SMT_Z3_TRANSLATE_H
#define HEDDLE_SMT_Z3_TRANSLATE_H

#include "base/vector.h"
#include "smt/z3_library.h"
#include "term/term.h"

struct translator {
    struct terms *terms;
    const struct z3_library *z3;
    Z3_context context;
    VECTOR(Z3_ast) of_term;  // by term; a reference is held; NULL: not translated
    VECTOR(Z3_ast) as_float; // by term: the floating-point expression its bits come from, or NULL
    VECTOR(Z3_ast) kept;     // intermediate results of the node being translated
    VECTOR(term) stack;
    uint32_t translated; // how many terms
    bool failed;         // a call of Z3 gave nothing: the context must be given up
    Z3_ast stand_in;     // what is used in place of nothing until then
    Z3_sort stand_in_sort;
};

void translator_begin(struct translator *t, struct terms *terms, const struct z3_library *z3,
                      Z3_context context);
// Gives the references back; the context must still exist.
void translator_end(struct translator *t);

// Numbers of the symbols that name inputs; the odd ones are free for other names.
static inline int translator_input_symbol(uint32_t input)
{
    return (int)(2 * input);
}

// The expression of a term (borrowed: it lives as long as the translator), NULL if Z3 reported an error.
Z3_ast translator_get(struct translator *t, term root);

#endif
